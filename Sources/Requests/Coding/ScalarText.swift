import Foundation

/// Writes a value that is one scalar as a text, for the fields of a header, and reads scalars from texts.
enum ScalarText {
    enum Failure: Error {
        case notScalar
        case notFinite
    }

    /// - Returns: `nil` for a `nil`.
    static func text(of value: some Encodable, coding: Coding) throws(Failure) -> String? {
        do {
            return try KeyValueEncoder.scalarText(of: value, coding: coding)
        } catch let error as KeyValueError where error.isUnwritable {
            throw .notFinite
        } catch {
            throw .notScalar
        }
    }
}

extension Coding {
    /// How values of fields are written: dates as HTTP does, arrays not at all.
    static let header = Coding(
        dates: .custom(
            encode: { date in
                guard let text = HTTPDate.text(of: date) else { throw UnwritableDate() }
                return text
            },
            decode: { text in
                guard let date = HTTPDate.date(of: text) else {
                    throw KeyValueProblem.corrupted("is \(HTTPDate.problem)")
                }
                return date
            }
        ),
        arrays: .indices
    )

    /// The styles of a declared header field, in both directions.
    ///
    /// A registered date field has HTTP dates, whatever style the API has for its other dates.
    func inField(_ name: HeaderField.Name) -> Coding { RegisteredField.isDate(name) ? .header : self }
}
