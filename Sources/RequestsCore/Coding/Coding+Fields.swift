import Foundation

extension Coding {
    /// The styles of values in fields: HTTP dates, no arrays.
    static let header = field { text in
        guard let date = HTTPDate.date(of: text) else {
            throw KeyValueDecodingError.corrupted("is \(HTTPDate.problem)")
        }
        return date
    }

    /// The styles of Expires, in which any string that isn't a date means the past (RFC 9111, section 5.3).
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

    /// Returns the styles for writing and reading a declared header field.
    ///
    /// A registered date field uses HTTP dates, regardless of the API's style for other dates.
    package func inField(_ name: HeaderField.Name) -> Coding {
        guard RegisteredField.isDate(name) else { return self }
        return name == "Expires" ? .expires : .header
    }
}
