public import Foundation

extension Coding {
    /// The format of dates.
    public enum DateStyle: Sendable {
        /// `2024-05-01T12:00:00Z`, with milliseconds if they aren't zero: `2024-05-01T12:00:00.250Z`.
        case iso8601
        /// Local time in a time zone that the string doesn't name: `2024-05-01T12:00:00`, as Python and ASP.NET often write it.
        ///
        /// A string with an offset can be read, and so can a string without a time, which means midnight. When clocks
        /// are set back, some local times occur twice: encoding a date in the second occurrence throws an error.
        case localISO8601(TimeZone)
        /// Seconds since 1970, rounded to the nearest integer. A number with a fraction can be read.
        case secondsSince1970
        /// Seconds since 1970, with a fraction if there is one: `1714564800.25`.
        case fractionalSecondsSince1970
        /// Milliseconds since 1970, rounded to the nearest integer. A number with a fraction can be read.
        case millisecondsSince1970
        /// Strings that two functions write and read, each the inverse of the other.
        case custom(encode: @Sendable (Date) throws -> String, decode: @Sendable (String) throws -> Date)
    }
}

/// Each style writes and reads dates as strings, and provides the strategies of the JSON coders.
extension Coding.DateStyle {
    /// A date as JSON contains it.
    private enum Written {
        case text(String)
        case integer(Int64)
        case number(Double)
    }

    private func written(_ date: Date) throws -> Written {
        switch self {
        case .iso8601:
            guard let text = ISO8601.text(of: date) else { throw UnwritableDate() }
            return .text(text)
        case .localISO8601(let zone):
            guard let text = ISO8601.text(of: date, in: zone) else { throw UnwritableDate() }
            // If clocks are set back, an hour is repeated: a time in the second hour would be read as a time in the
            // first.
            let distance = ISO8601.date(of: text, in: zone)?.timeIntervalSince(date) ?? 0
            guard abs(distance) < 1 else {
                throw UnwritableDate("the local time of the date occurs twice, because clocks are set back")
            }
            return .text(text)
        case .secondsSince1970: return .integer(try Self.integer(date.timeIntervalSince1970))
        case .fractionalSecondsSince1970: return .number(try Self.number(date.timeIntervalSince1970))
        case .millisecondsSince1970: return .integer(try Self.integer(date.timeIntervalSince1970 * 1_000))
        case .custom(let encode, _): return .text(try encode(date))
        }
    }

    /// Writes a date.
    ///
    /// - Throws: ``UnwritableDate``, or the error of a custom style.
    func text(of date: Date) throws -> String {
        switch try written(date) {
        case .text(let text): text
        case .integer(let integer): String(integer)
        // The description of a whole number would end with `.0`.
        case .number(let number): Int64(exactly: number).map { String($0) } ?? "\(number)"
        }
    }

    /// The time zone of strings that don't name a zone; `nil` if every string must name a zone.
    private var zone: TimeZone? { if case .localISO8601(let zone) = self { zone } else { nil } }

    /// Reads a date.
    ///
    /// - Throws: A ``KeyValueDecodingError``, or the error of a custom style.
    func date(of text: String) throws -> Date {
        switch self {
        case .iso8601, .localISO8601:
            guard let date = ISO8601.date(of: text, in: zone) else {
                throw KeyValueDecodingError.corrupted("is \(ISO8601.problem(of: text, in: zone))")
            }
            return date
        case .secondsSince1970, .fractionalSecondsSince1970:
            return Date(timeIntervalSince1970: try Self.number(text))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try Self.number(text) / 1_000)
        case .custom(_, let decode): return try decode(text)
        }
    }

    /// The strategy of a JSON encoder.
    var encodingStrategy: JSONEncoder.DateEncodingStrategy {
        .custom { date, encoder in
            do {
                switch try written(date) {
                case .text(let text): try encoder.encode(single: text)
                case .integer(let integer): try encoder.encode(single: integer)
                case .number(let number): try encoder.encode(single: number)
                }
            } catch let error as UnwritableDate {
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: error.description))
            }
        }
    }

    /// The strategy of a JSON decoder.
    var decodingStrategy: JSONDecoder.DateDecodingStrategy {
        switch self {
        case .iso8601, .localISO8601:
            .custom { decoder in
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                guard let date = ISO8601.date(of: text, in: zone) else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: ISO8601.problem(of: text, in: zone))
                }
                return date
            }
        case .secondsSince1970, .fractionalSecondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        case .custom(_, let decode): .custom { try decode($0.singleValueContainer().decode(String.self)) }
        }
    }

    /// Returns a number as an integer.
    ///
    /// - Throws: ``UnwritableDate``.
    private static func integer(_ value: Double) throws(UnwritableDate) -> Int64 {
        guard let integer = Int64(exactly: value.rounded()) else { throw UnwritableDate() }
        return integer
    }

    /// Returns a finite number.
    ///
    /// - Throws: ``UnwritableDate``.
    private static func number(_ value: Double) throws(UnwritableDate) -> Double {
        guard value.isFinite else { throw UnwritableDate() }
        return value
    }

    private static func number(_ text: String) throws(KeyValueDecodingError) -> Double {
        // Reject a longer string without parsing it.
        guard text.utf8.count <= ScalarText.numberLimit else { throw .mismatch(Double.self) }
        return try ScalarText.float(text, as: Double.self)
    }
}

/// A date that a style can't write.
struct UnwritableDate: Error, CustomStringConvertible {
    let description: String

    init(_ description: String = "the date is NaN, infinite, or outside the years 1 to 9999") {
        self.description = description
    }
}
