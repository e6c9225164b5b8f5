import Foundation

extension HTTPDate {
    /// Reads a date as every server has to write it: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate; RFC 9110, section 5.6.7).
    ///
    /// - Returns: Seconds since 1970; `nil` for anything else, the two obsolete forms included.
    static func seconds(of text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, let day = Int(digits: bytes[5..<7]), let year = Int(digits: bytes[12..<16]),
            let hour = Int(digits: bytes[17..<19]), let minute = Int(digits: bytes[20..<22]),
            let second = Int(digits: bytes[23..<25]),
            let month = months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
            let civil = CivilDate(
                year: Int64(year), month: Int64(month) + 1, day: Int64(day), hour: Int64(hour), minute: Int64(minute),
                second: Int64(second)
            )
        else { return nil }
        let seconds = civil.secondsSince1970
        // Punctuation, weekday and zone are right where the date is written the same way. A leap second is written otherwise.
        let isSame = self.text(of: Date(timeIntervalSince1970: TimeInterval(seconds))) == text
        return isSame ? seconds : nil
    }
}
