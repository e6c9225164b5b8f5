import Foundation

extension Coding {
    /// The styles of values in fields: dates in the form of HTTP, no arrays.
    static let header = field { text in
        guard let date = HTTPDate.date(of: text) else {
            throw KeyValueDecodingError.corrupted("is \(HTTPDate.problem)")
        }
        return date
    }

    /// The styles of Expires, in which a text that is not a date means the past (RFC 9111, section 5.3).
    private static let expires = field { HTTPDate.date(of: $0) ?? .distantPast }

    private static func field(readingDates decode: @escaping @Sendable (String) throws -> Date) -> Coding {
        Coding(
            dates: .custom(
                encode: { date in
                    guard let text = HTTPDate.text(of: date) else { throw UnwritableDate() }
                    return text
                },
                decode: decode),
            arrays: .indices)
    }

    /// Returns the styles of a declared header field, in both directions.
    ///
    /// A registered date field has HTTP dates, whatever style the API uses for other dates.
    package func inField(_ name: HeaderField.Name) -> Coding {
        guard RegisteredField.isDate(name) else { return self }
        return name == "Expires" ? .expires : .header
    }
}
