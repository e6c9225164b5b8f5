package import Foundation

/// Dates as strings: `2024-05-01T12:00:00Z`, with milliseconds if they aren't zero (RFC 3339, section 5.6).
package enum ISO8601 {
    /// The description of a string that is not a date.
    package static let problem = "not an ISO 8601 date"

    /// The description of a date whose time zone is unknown.
    package static let zoneProblem = "a date without a time zone"

    /// Describes the problem of a string that isn't a date; without a `zone`, the string must name its time zone.
    static func problem(of text: String, in zone: TimeZone?) -> String {
        zone != nil || date(of: text, in: .gmt) == nil ? problem : zoneProblem
    }

    /// Returns a date as a string.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - zone: The time zone, which the string doesn't name; `nil` for UTC, with a `Z` at the end.
    /// - Returns: `nil` if the date is not finite or outside the years 1 to 9999.
    static func text(of date: Date, in zone: TimeZone? = nil) -> String? {
        let offset = zone.map { Double($0.secondsFromGMT(for: date.hasFourDigitYear ? date : Date())) } ?? 0
        let date = Date(timeIntervalSince1970: date.timeIntervalSince1970 + offset)
        guard date.hasFourDigitYear else { return nil }
        // A date that would be rounded to the year 10000 stays in 9999.
        let milliseconds = min(Int64((date.timeIntervalSince1970 * 1_000).rounded()), lastMillisecond)
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
        if zone == nil { bytes.append(UInt8(ascii: "Z")) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a date with a time and an offset; seconds and fraction are optional, and only six digits of the fraction are read.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - zone: The time zone of a string without an offset. Such a string may also lack the time, which is then
    ///     midnight. By default, a string without an offset is not read.
    /// - Returns: `nil` for any other string, for a day or time that does not exist, and for a year outside 1 to 9999,
    ///   because such a date can't be written.
    package static func date(of text: String, in zone: TimeZone? = nil) -> Date? {
        var reader = Reader(bytes: Array(text.utf8)[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2)
        else { return nil }
        var time = Time()
        if zone == nil || !reader.bytes.isEmpty {
            guard let found = reader.time() else { return nil }
            time = found
        }
        guard
            let civil = CivilDate(
                year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        else { return nil }
        var offset: Int64 = 0
        if let zone, reader.bytes.isEmpty {
            offset = zone.offset(ofLocalTime: civil.secondsSince1970)
        } else {
            guard let number = reader.offset(), reader.bytes.isEmpty else { return nil }
            offset = number
        }
        // Divide only once, so that the date is as near to the string as possible, and is written as the same string.
        let seconds = civil.secondsSince1970 - offset
        let date = Date(
            timeIntervalSince1970: Double(seconds * time.scale + time.fraction) / Double(time.scale))
        if date.hasFourDigitYear { return date }
        // The last moment of the year 9999, with which .NET means "never", would be rounded to the year 10000.
        return seconds == lastMillisecond / 1_000 ? Date(timeIntervalSince1970: Double(lastMillisecond) / 1_000) : nil
    }

    /// The last millisecond of the year 9999, counted from 1970.
    private static let lastMillisecond: Int64 = 253_402_300_799_999

    private struct Time {
        var hour: Int64 = 0
        var minute: Int64 = 0
        var second: Int64 = 0
        /// The fraction of the second, in units of its scale.
        var fraction: Int64 = 0
        var scale: Int64 = 1
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

        /// Reads a time after a `T` or a space.
        mutating func time() -> Time? {
            var time = Time()
            guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"), let minute = number(2) else {
                return nil
            }
            (time.hour, time.minute) = (hour, minute)
            guard skip(":") else { return time }
            guard let second = number(2) else { return nil }
            time.second = second
            guard skip(".") || skip(",") else { return time }
            while let digit = number(1) {
                if time.scale < 1_000_000 {
                    (time.fraction, time.scale) = (time.fraction * 10 + digit, time.scale * 10)
                }
            }
            return time.scale == 1 ? nil : time
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

extension TimeZone {
    /// Returns the offset from UTC of a local time, in seconds; if the time occurs twice, the offset of its first
    /// occurrence.
    fileprivate func offset(ofLocalTime seconds: Int64) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(seconds))
        // If the offset changes near the time, the change is within a day, so these are the offsets before and after
        // the change.
        let offsets = [-86_400.0, 86_400].map { secondsFromGMT(for: date + $0) }
        let found = offsets.first { secondsFromGMT(for: date - Double($0)) == $0 }
        // If the change skips the time, the time is read with the offset before the change.
        return Int64(found ?? offsets[0])
    }
}
