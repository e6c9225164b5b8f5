/// Reads cookie dates, which servers write in many formats (RFC 6265, section 5.1.1).
enum CookieDate {
    /// Returns a date as seconds since 1970; `nil` if a part is missing, or the calendar doesn't contain the date.
    static func seconds(of text: String) -> Int64? {
        guard var date = parts(of: text), date.second <= 59 else { return nil }
        if date.year < 100 { date.year += date.year < 70 ? 2_000 : 1_900 }
        return date.year >= 1_601 ? date.secondsSince1970 : nil
    }

    /// Returns a date as it is written: the year may have two digits, and the second may be a leap second.
    static func parts(of text: String) -> CivilDate? {
        var time: (hour: Int64, minute: Int64, second: Int64)?
        var (day, month, year): (Int64?, Int64?, Int64?)
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, let year, time.hour <= 23 else { return nil }
        return CivilDate(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Reads `8:49:37`; anything but a digit may follow.
    private static func time(_ token: Substring.UTF8View) -> (Int64, Int64, Int64)? {
        let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0].allSatisfy(isDigit), fields[1].allSatisfy(isDigit),
            let hour = number(fields[0], digits: 1...2), let minute = number(fields[1], digits: 1...2),
            let second = number(fields[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Reads a number with a limited number of digits; anything but a digit may follow.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int64? {
        let number = token.prefix(while: isDigit)
        guard digits.contains(number.count) else { return nil }
        return number.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Reads the first three letters of a month, in any case.
    private static func month(_ token: Substring.UTF8View) -> Int64? {
        let name = String(decoding: token.prefix(3), as: UTF8.self)
        return HTTPDate.months.firstIndex { $0.equalsIgnoringASCIICase(name) }.map { Int64($0) + 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
