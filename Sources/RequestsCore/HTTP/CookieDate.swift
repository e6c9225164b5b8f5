/// Reads cookie dates, which servers write in many formats (RFC 6265, section 5.1.1).
enum CookieDate {
    /// Returns a date as seconds since 1970; `nil` if a part is missing, or the calendar doesn't contain the date.
    static func seconds(of text: String) -> Int64? {
        var time: (hour: Int64, minute: Int64, second: Int64)?
        var day: Int64?
        var month: Int64?
        var year: Int64?
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
        guard let time, let day, let month, var year, time.hour <= 23, time.minute <= 59, time.second <= 59 else {
            return nil
        }
        if 70...99 ~= year { year += 1_900 }
        if 0...69 ~= year { year += 2_000 }
        guard year >= 1_601 else { return nil }
        return CivilDate(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second
        )?.secondsSince1970
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
        let start = token.prefix(3)
        let index = HTTPDate.months.firstIndex { name in
            start.elementsEqual(name.utf8) { $0.asciiLowercased == $1.asciiLowercased }
        }
        return index.map { Int64($0) + 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
