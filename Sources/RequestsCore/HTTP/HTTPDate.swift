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
        return text(of: CivilDate(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down))))
    }

    /// Writes `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(of civil: CivilDate) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        bytes += weekdays[civil.weekday].utf8.prefix(3)
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

    /// Writes `Sunday, 06-Nov-94 08:49:37 GMT`.
    static func shortYearText(of civil: CivilDate) -> String {
        let words = text(of: civil).split(separator: " ")
        return "\(weekdays[civil.weekday]), \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
    }

    /// Writes `Sun Nov  6 08:49:37 1994`.
    static func ascText(of civil: CivilDate) -> String {
        let words = text(of: civil).split(separator: " ")
        let day = civil.day < 10 ? " \(civil.day)" : "\(civil.day)"
        return "\(words[0].dropLast()) \(words[2]) \(day) \(words[4]) \(words[3])"
    }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
