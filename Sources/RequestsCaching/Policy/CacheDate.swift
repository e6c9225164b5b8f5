import Foundation

/// Reads the dates of HTTP in their three forms (RFC 9110, section 5.6.7), in any case (RFC 9111, section 4.2).
///
/// The weekday has to be one, but need not be that of the date: many servers get it wrong, and it adds nothing.
enum CacheDate {
    /// Reads a date.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - now: The time that decides the century of a year with two digits, which is at most 50 years ahead.
    /// - Returns: `nil` for any other text.
    static func date(_ text: String, now: Date) -> Date? {
        let bytes = text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        return fixed(bytes) ?? asc(bytes) ?? shortYear(bytes, now: now)
    }

    /// Reads `sun, 06 nov 1994 08:49:37 gmt`.
    private static func fixed(_ bytes: [UInt8]) -> Date? {
        guard bytes.count == 29, weekdays.contains(where: { $0.utf8.prefix(3).elementsEqual(bytes[..<3]) }),
            has(bytes, [3: ",", 4: " ", 7: " ", 11: " ", 16: " "]), bytes[25...].elementsEqual(" gmt".utf8)
        else { return nil }
        return date(year: bytes[12..<16], month: bytes[8..<11], day: bytes[5..<7], time: bytes[17..<25])
    }

    /// Reads `sun nov  6 08:49:37 1994`.
    private static func asc(_ bytes: [UInt8]) -> Date? {
        guard bytes.count == 24, weekdays.contains(where: { $0.utf8.prefix(3).elementsEqual(bytes[..<3]) }),
            has(bytes, [3: " ", 7: " ", 10: " ", 19: " "])
        else { return nil }
        let day = bytes[8] == UInt8(ascii: " ") ? bytes[9..<10] : bytes[8..<10]
        return date(year: bytes[20..<24], month: bytes[4..<7], day: day, time: bytes[11..<19])
    }

    /// Reads `sunday, 06-nov-94 08:49:37 gmt`.
    private static func shortYear(_ bytes: [UInt8], now: Date) -> Date? {
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")), bytes.count == comma + 24,
            weekdays.contains(where: { $0.utf8.elementsEqual(bytes[..<comma]) })
        else { return nil }
        let rest = Array(bytes[comma...])
        guard has(rest, [1: " ", 4: "-", 8: "-", 11: " "]), rest[20...].elementsEqual(" gmt".utf8),
            let short = number(rest[9..<11])
        else { return nil }
        // The years 1970 to 2069, moved by centuries until the date is at most 50 years ahead.
        let limit = now.addingTimeInterval(50 * 365.25 * 86_400)
        for century in [2100, 2000, 1900] {
            let year = Array(String(century + short).utf8)[...]
            let date = date(year: year, month: rest[5..<8], day: rest[2..<4], time: rest[12..<20])
            if let date, date <= limit { return date }
        }
        return nil
    }

    private static func has(_ bytes: [UInt8], _ marks: KeyValuePairs<Int, Unicode.Scalar>) -> Bool {
        marks.allSatisfy { bytes[$0.key] == UInt8(ascii: $0.value) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private static func date(
        year: ArraySlice<UInt8>, month: ArraySlice<UInt8>, day: ArraySlice<UInt8>, time: ArraySlice<UInt8>
    ) -> Date? {
        let start = time.startIndex
        guard let year = number(year), let month = months.firstIndex(where: { $0.utf8.elementsEqual(month) }),
            let day = number(day), 1...31 ~= day, time[start + 2] == UInt8(ascii: ":"),
            time[start + 5] == UInt8(ascii: ":"), let hour = number(time[start..<(start + 2)]), hour < 24,
            let minute = number(time[(start + 3)..<(start + 5)]), minute < 60,
            let second = number(time[(start + 6)..<(start + 8)]), second <= 60
        else { return nil }
        let seconds = (days(year: year, month: month + 1, day: day) * 24 + hour) * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        // A year that begins in March has its leap day at the end.
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
