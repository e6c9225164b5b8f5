import Foundation

/// Writes dates as HTTP does: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate; RFC 9110, section 5.6.7).
enum HTTPDate {
    /// - Returns: `nil` where the date is not finite or outside the years 1 to 9999.
    static func text(of date: Date) -> String? {
        guard date.hasFourDigitYear else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second,
            weekdays.indices.contains(weekday - 1), months.indices.contains(month - 1)
        else { return nil }
        return """
            \(weekdays[weekday - 1]), \(digits(day, 2)) \(months[month - 1]) \(digits(year, 4)) \
            \(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)) GMT
            """
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

extension Date {
    /// Whether the date is finite and in the years 1 to 9999, which is what the text formats can write.
    var hasFourDigitYear: Bool {
        (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970)
    }
}
