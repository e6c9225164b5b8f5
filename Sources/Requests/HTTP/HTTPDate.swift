import Foundation

/// Writes dates as HTTP does: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate; RFC 9110, section 5.6.7).
enum HTTPDate {
    /// The text of a date, fractions of a second cut off.
    ///
    /// - Returns: `nil` where the date is not finite or outside the years 1 to 9999.
    static func text(of date: Date) -> String? {
        guard date.hasFourDigitYear else { return nil }
        let civil = CivilDate(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        bytes += weekdays[civil.weekday].utf8
        bytes += ", ".utf8
        bytes.append(civil.day, digits: 2)
        bytes.append(UInt8(ascii: " "))
        bytes += months[Int(civil.month) - 1].utf8
        bytes.append(UInt8(ascii: " "))
        bytes.append(civil.year, digits: 4)
        bytes.append(UInt8(ascii: " "))
        bytes.append(timeOf: civil)
        bytes += " GMT".utf8
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
