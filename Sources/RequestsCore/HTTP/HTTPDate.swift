package import Foundation

/// Dates in HTTP format: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate; RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// The description of text that isn't a date.
    static let problem = "not an HTTP date"

    /// Returns a date in HTTP format, without fractions of a second.
    ///
    /// - Returns: `nil` if the date is not finite or outside the years 1 to 9999.
    package static func text(of date: Date) -> String? {
        guard date.hasFourDigitYear else { return nil }
        let civil = CivilDate(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
        return WrittenDate(civil).fixed
    }

    /// Reads a date in one of the three formats that recipients must accept (RFC 9110, section 5.6.7).
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - now: The current time, which decides the century of a year with two digits.
    ///   - isTolerant: Whether to ignore the case of letters (RFC 9111, section 4.2), and a wrong weekday.
    /// - Returns: `nil` for any other text, or if the weekday doesn't match the date.
    package static func date(of text: String, now: Date = Date(), isTolerant: Bool = false) -> Date? {
        let day = text.prefix { $0.isLetter }
        let isWeekday = weekdays.contains { [$0[...], $0.prefix(3)].contains(where: day.equalsIgnoringASCIICase) }
        guard isWeekday, let written = CookieDate.parts(of: text) else { return nil }
        var limit = CivilDate(secondsSince1970: now.hasFourDigitYear ? Int64(now.timeIntervalSince1970) : 0)
        limit.year += 50
        let century = limit.year / 100 * 100
        // A year with two digits means the latest year that is at most 50 years ahead and matches the weekday.
        for (start, isShort) in [(0, false), (century, true), (century - 100, true)] {
            guard let date = written.inYear(start + written.year), 1...9_999 ~= date.year else { continue }
            let seconds = date.secondsSince1970
            // A leap second at the end of 9999 would belong to a year that can't be written.
            guard seconds <= (isShort ? limit.secondsSince1970 : 253_402_300_799) else { continue }
            // Writing the date again checks its punctuation, weekday and zone.
            let again = WrittenDate(date, weekday: isTolerant ? String(day) : nil)
            let form = isShort ? again.shortYear : text.contains(",") ? again.fixed : again.asctime
            if isTolerant ? form.equalsIgnoringASCIICase(text) : form == text {
                return Date(timeIntervalSince1970: TimeInterval(seconds))
            }
        }
        return nil
    }

    /// Reads the format that servers must send, which is the only format with 29 characters.
    package static func fixedDate(of text: String) -> Date? { text.utf8.count == 29 ? date(of: text) : nil }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// A date in the format that servers must send, and in the two obsolete formats.
struct WrittenDate {
    private let date: CivilDate
    private let weekday: String

    /// - Parameters:
    ///   - date: The date.
    ///   - weekday: The name of the weekday; `nil` for the weekday of the date.
    init(_ date: CivilDate, weekday: String? = nil) {
        self.date = date
        self.weekday = weekday ?? HTTPDate.weekdays[date.weekday]
    }

    /// The format of RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var fixed: String { "\(weekday.prefix(3)), \(digits(date.day, 2)) \(month) \(digits(date.year, 4)) \(time) GMT" }

    /// The format of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`.
    var shortYear: String { "\(weekday), \(digits(date.day, 2))-\(month)-\(digits(date.year % 100, 2)) \(time) GMT" }

    /// The format of `asctime` in C: `Sun Nov  6 08:49:37 1994`.
    var asctime: String {
        "\(weekday.prefix(3)) \(month) \(date.day < 10 ? " " : "")\(date.day) \(time) \(digits(date.year, 4))"
    }

    private var month: String { HTTPDate.months[Int(date.month) - 1] }

    private var time: String {
        var bytes: [UInt8] = []
        bytes.append(timeOf: date)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func digits(_ number: Int64, _ count: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(number, digits: count)
        return String(decoding: bytes, as: UTF8.self)
    }
}
