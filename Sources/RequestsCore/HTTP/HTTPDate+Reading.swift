package import Foundation

extension HTTPDate {
    /// Reads a date in one of the three formats that recipients must accept (RFC 9110, section 5.6.7).
    ///
    /// Only the format `Sun, 06 Nov 1994 08:49:37 GMT` may be sent. The obsolete formats are those of RFC 850,
    /// `Sunday, 06-Nov-94 08:49:37 GMT`, and of C's `asctime`, `Sun Nov 6 08:49:37 1994`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - now: The current time, which decides the century of a year with two digits.
    ///   - isTolerant: Whether to ignore the case of letters, and a wrong weekday.
    /// - Returns: The seconds since 1970; `nil` for any other text, or if the weekday doesn't match the date.
    package static func seconds(of text: String, now: Date = Date(), isTolerant: Bool = false) -> Int64? {
        let bytes = isTolerant ? withRightCase(Array(text.utf8)) : Array(text.utf8)
        let seconds =
            fixedSeconds(of: bytes, isTolerant) ?? ascSeconds(of: bytes, isTolerant)
            ?? shortYearSeconds(of: bytes, now: now, isTolerant)
        // A leap second at the end of 9999 would belong to a year that can't be written.
        return seconds.flatMap { $0 < 253_402_300_800 ? $0 : nil }
    }

    /// Reads a date as ``seconds(of:now:)`` does.
    package static func date(of text: String) -> Date? {
        seconds(of: text).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// Reads a date as caches do: ignoring the case of letters (RFC 9111, section 4.2), and a wrong weekday.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - now: The current time, which decides the century of a year with two digits.
    /// - Returns: `nil` for any other text.
    package static func tolerantDate(of text: String, now: Date) -> Date? {
        seconds(of: text, now: now, isTolerant: true).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// Returns a date with the letters of its words in the case of `Sun` and `GMT`.
    private static func withRightCase(_ text: [UInt8]) -> [UInt8] {
        var bytes = text
        for (index, byte) in text.enumerated() where byte.isASCIILetter {
            let isFirst = index == 0 || !text[index - 1].isASCIILetter
            bytes[index] = isFirst ? byte & 0xDF : byte | 0x20
        }
        if bytes.suffix(3).elementsEqual("Gmt".utf8) { bytes.replaceSubrange((bytes.count - 3)..., with: "GMT".utf8) }
        return bytes
    }

    /// Returns whether a date equals the expected text; a tolerant comparison accepts any weekday.
    private static func isText(_ text: [UInt8], _ written: String, _ isTolerant: Bool) -> Bool {
        if !isTolerant { return text.elementsEqual(written.utf8) }
        let (day, other) = (text.prefix(while: \.isASCIILetter), written.utf8.prefix(while: \.isASCIILetter))
        let isWeekday = weekdays.contains { $0.utf8.elementsEqual(day) || $0.utf8.prefix(3).elementsEqual(day) }
        return isWeekday && text.dropFirst(day.count).elementsEqual(written.utf8.dropFirst(other.count))
    }

    /// Reads the format that servers must send: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate).
    package static func fixedSeconds(of bytes: [UInt8], _ isTolerant: Bool = false) -> Int64? {
        guard bytes.count == 29, let year = Int(digits: bytes[12..<16]),
            let civil = moment(year: year, month: bytes[8..<11], day: bytes[5..<7], time: bytes[17..<25])
        else { return nil }
        // Writing the date again checks its punctuation, weekday and zone.
        return isText(bytes, self.text(of: civil), isTolerant) ? civil.secondsSince1970 : nil
    }

    /// Reads `Sun Nov  6 08:49:37 1994`.
    private static func ascSeconds(of bytes: [UInt8], _ isTolerant: Bool) -> Int64? {
        guard bytes.count == 24, let year = Int(digits: bytes[20..<24]) else { return nil }
        let day = bytes[8] == UInt8(ascii: " ") ? bytes[9..<10] : bytes[8..<10]
        guard let civil = moment(year: year, month: bytes[4..<7], day: day, time: bytes[11..<19]) else { return nil }
        return isText(bytes, ascText(of: civil), isTolerant) ? civil.secondsSince1970 : nil
    }

    /// Reads `Sunday, 06-Nov-94 08:49:37 GMT`.
    ///
    /// A year with two digits is the latest one that is at most 50 years ahead and matches the weekday.
    private static func shortYearSeconds(of bytes: [UInt8], now: Date, _ isTolerant: Bool) -> Int64? {
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")), bytes.count == comma + 24,
            let shortYear = Int(digits: bytes[(comma + 9)..<(comma + 11)])
        else { return nil }
        var limit = CivilDate(secondsSince1970: now.hasFourDigitYear ? Int64(now.timeIntervalSince1970) : 0)
        limit.year += 50
        let century = Int(limit.year) / 100 * 100
        for year in [century + shortYear, century - 100 + shortYear] {
            let civil = moment(
                year: year, month: bytes[(comma + 5)..<(comma + 8)], day: bytes[(comma + 2)..<(comma + 4)],
                time: bytes[(comma + 12)..<(comma + 20)])
            guard let civil, civil.secondsSince1970 <= limit.secondsSince1970 else { continue }
            if isText(bytes, shortYearText(of: civil), isTolerant) { return civil.secondsSince1970 }
        }
        return nil
    }

    /// Makes a date from its parts; the time has the form `08:49:37`.
    private static func moment(
        year: Int, month: ArraySlice<UInt8>, day: ArraySlice<UInt8>, time: ArraySlice<UInt8>
    ) -> CivilDate? {
        let start = time.startIndex
        guard year >= 1, let month = months.firstIndex(of: String(decoding: month, as: UTF8.self)),
            let day = Int(digits: day), let hour = Int(digits: time[start..<(start + 2)]), hour < 24,
            let minute = Int(digits: time[(start + 3)..<(start + 5)]),
            let second = Int(digits: time[(start + 6)..<(start + 8)])
        else { return nil }
        return CivilDate(
            year: Int64(year), month: Int64(month) + 1, day: Int64(day), hour: Int64(hour), minute: Int64(minute),
            second: Int64(second))
    }
}
