package import Foundation

/// Dates as strings: `2024-05-01T12:00:00Z`, with milliseconds if they aren't zero (RFC 3339, section 5.6).
package enum ISO8601 {
    /// The description of a string that is not a date.
    package static let problem = "not a date in ISO 8601"

    /// Returns a date as a string.
    ///
    /// - Returns: `nil` if the date is not finite or outside the years 1 to 9999.
    static func text(of date: Date) -> String? {
        guard date.hasFourDigitYear else { return nil }
        // A date that would be rounded to the year 10000 stays in 9999.
        let milliseconds = min(Int64((date.timeIntervalSince1970 * 1_000).rounded()), 253_402_300_799_999)
        let fraction = milliseconds % 1_000 < 0 ? milliseconds % 1_000 + 1_000 : milliseconds % 1_000
        let civil = CivilDate(secondsSince1970: (milliseconds - fraction) / 1_000)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        bytes.append(civil.year, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(civil.month, digits: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(civil.day, digits: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(timeOf: civil)
        if fraction != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(fraction, digits: 3)
        }
        bytes.append(UInt8(ascii: "Z"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a date with a time and an offset; seconds and fraction are optional, and only six digits of the fraction are read.
    ///
    /// - Returns: `nil` for any other string, for a day or time that does not exist, and outside the years 1 to 9999, which can't
    ///   be written.
    package static func date(of text: String) -> Date? {
        var reader = Reader(bytes: Array(text.utf8)[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2)
        else { return nil }
        var second: Int64 = 0
        var fraction: (digits: Int64, scale: Int64) = (0, 1)
        if reader.skip(":") {
            guard let number = reader.number(2) else { return nil }
            second = number
            if reader.skip(".") || reader.skip(",") {
                guard let digits = reader.fraction() else { return nil }
                fraction = digits
            }
        }
        guard let offset = reader.offset(), reader.bytes.isEmpty,
            let civil = CivilDate(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second
            )
        else { return nil }
        // Divide only once, so that the date is the nearest one to the string, and is written as the same string again.
        let units = (civil.secondsSince1970 - offset) * fraction.scale + fraction.digits
        let date = Date(timeIntervalSince1970: Double(units) / Double(fraction.scale))
        return date.hasFourDigitYear ? date : nil
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard bytes.first == UInt8(ascii: character) else { return false }
            bytes.removeFirst()
            return true
        }

        mutating func number(_ count: Int) -> Int64? {
            let digits = bytes.prefix(count)
            guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            bytes = bytes.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }

        mutating func fraction() -> (digits: Int64, scale: Int64)? {
            var result: (digits: Int64, scale: Int64) = (0, 1)
            while let digit = number(1) {
                if result.scale < 1_000_000 { result = (result.digits * 10 + digit, result.scale * 10) }
            }
            return result.scale == 1 ? nil : result
        }

        /// Reads the offset of the local time from UTC in seconds: `Z`, `+01:00`, `+0100` or `+01`.
        mutating func offset() -> Int64? {
            if skip("Z") || skip("z") { return 0 }
            let sign: Int64 = skip("-") ? -1 : 1
            guard sign == -1 || skip("+"), let hours = number(2), hours < 24 else { return nil }
            if bytes.isEmpty { return sign * hours * 3_600 }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
