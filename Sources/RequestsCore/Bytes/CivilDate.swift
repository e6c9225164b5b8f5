import Foundation

/// A date and time in UTC by the Gregorian calendar, even for years before the calendar's introduction, as in ISO 8601.
///
/// Foundation's calendar switches to the Julian calendar before 1582, and is slow: microseconds for each date.
struct CivilDate {
    var year: Int64
    var month: Int64
    var day: Int64
    var hour: Int64
    var minute: Int64
    var second: Int64

    /// The number of days since Sunday.
    var weekday: Int { Int((Self.days(year: year, month: month, day: day) + 4).modulo(7)) }

    init(secondsSince1970 seconds: Int64) {
        let time = seconds.modulo(86_400)
        (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
        // Count years from March to February, in eras of 400 years, so that the leap day is the last day of its year.
        let days = (seconds - time) / 86_400 + 719_468
        let dayOfEra = days.modulo(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + (days - dayOfEra) / 146_097 * 400 + (month <= 2 ? 1 : 0)
    }

    /// Makes a date from its components.
    ///
    /// - Returns: `nil` if there is no such date. Hour 24 is the end of the day, and second 60 is a leap second.
    init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        guard 1...12 ~= month, 1...Self.length(ofMonth: month, year: year) ~= day, 0...59 ~= minute, 0...60 ~= second,
            0...23 ~= hour || (hour == 24 && minute == 0 && second == 0)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    var secondsSince1970: Int64 {
        Self.days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// Returns the same day and time in a different year; `nil` if that year doesn't contain the day.
    func inYear(_ year: Int64) -> CivilDate? {
        CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let yearOfEra = year.modulo(400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (year - yearOfEra) / 400 * 146_097 + dayOfEra - 719_468
    }

    private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Date {
    /// Indicates whether the date is finite and in the years 1 to 9999, the range of the text formats.
    var hasFourDigitYear: Bool {
        (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970)
    }
}

extension [UInt8] {
    /// Appends the time of day: `08:49:37`.
    mutating func append(timeOf civil: CivilDate) {
        append(civil.hour, digits: 2)
        append(UInt8(ascii: ":"))
        append(civil.minute, digits: 2)
        append(UInt8(ascii: ":"))
        append(civil.second, digits: 2)
    }

    /// Appends a number of at most four digits, padded with zeros.
    mutating func append(_ number: Int64, digits: Int) {
        let divisors: [Int64] = [1_000, 100, 10, 1]
        for divisor in divisors.suffix(digits) {
            append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
        }
    }
}

extension Int64 {
    /// Returns the remainder, which is never negative.
    fileprivate func modulo(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
