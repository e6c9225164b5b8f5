public import Foundation

extension Coding {
    /// The format of dates.
    public enum DateStyle: Sendable {
        /// `2024-05-01T12:00:00Z`, with milliseconds if they aren't zero: `2024-05-01T12:00:00.250Z`.
        case iso8601
        /// Seconds since 1970 as a number.
        case secondsSince1970
        /// Milliseconds since 1970 as a number.
        case millisecondsSince1970
        /// Strings that two functions write and read, each the inverse of the other.
        case custom(encode: @Sendable (Date) throws -> String, decode: @Sendable (String) throws -> Date)
    }
}

/// Each style writes and reads dates as strings, and provides the strategies of the JSON coders.
extension Coding.DateStyle {
    /// Writes a date.
    ///
    /// - Throws: ``UnwritableDate``, or the error of a custom style.
    func text(of date: Date) throws -> String {
        switch self {
        case .iso8601:
            guard let text = ISO8601.text(of: date) else { throw UnwritableDate() }
            return text
        case .secondsSince1970: return try Self.number(date.timeIntervalSince1970)
        case .millisecondsSince1970: return try Self.number(date.timeIntervalSince1970 * 1_000)
        case .custom(let encode, _): return try encode(date)
        }
    }

    /// Reads a date.
    ///
    /// - Throws: A ``KeyValueDecodingError``, or the error of a custom style.
    func date(of text: String) throws -> Date {
        switch self {
        case .iso8601:
            guard let date = ISO8601.date(of: text) else {
                throw KeyValueDecodingError.corrupted("is \(ISO8601.problem)")
            }
            return date
        case .secondsSince1970: return Date(timeIntervalSince1970: try Self.number(text))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try Self.number(text) / 1_000)
        case .custom(_, let decode): return try decode(text)
        }
    }

    /// The strategy of a JSON encoder.
    var encodingStrategy: JSONEncoder.DateEncodingStrategy {
        switch self {
        case .iso8601:
            .custom { date, encoder in
                guard let text = ISO8601.text(of: date) else {
                    throw EncodingError.invalidValue(
                        date, .init(codingPath: encoder.codingPath, debugDescription: UnwritableDate().description)
                    )
                }
                try encoder.encode(single: text)
            }
        case .secondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        case .custom(let encode, _): .custom { try $1.encode(single: encode($0)) }
        }
    }

    /// The strategy of a JSON decoder.
    var decodingStrategy: JSONDecoder.DateDecodingStrategy {
        switch self {
        case .iso8601:
            .custom { decoder in
                let container = try decoder.singleValueContainer()
                guard let date = ISO8601.date(of: try container.decode(String.self)) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: ISO8601.problem)
                }
                return date
            }
        case .secondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        case .custom(_, let decode): .custom { try decode($0.singleValueContainer().decode(String.self)) }
        }
    }

    /// Writes a number, without `.0` if it is an integer.
    private static func number(_ value: Double) throws -> String {
        guard value.isFinite else { throw UnwritableDate() }
        if let whole = Int64(exactly: value) { return String(whole) }
        return "\(value)"
    }

    private static func number(_ text: String) throws(KeyValueDecodingError) -> Double {
        // A longer string is rejected because of its length.
        guard text.utf8.count <= ScalarText.numberLimit else { throw .mismatch(Double.self) }
        return try ScalarText.float(text, as: Double.self)
    }
}

/// A date that is not finite or outside the years 1 to 9999.
struct UnwritableDate: Error, CustomStringConvertible {
    var description: String { "the date is not finite or outside the years 1 to 9999" }
}
