import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

@Suite("HTTP dates") struct HTTPDateTests {
    @Test(arguments: [
        (784_111_777.0, "Sun, 06 Nov 1994 08:49:37 GMT"),  // RFC 9110, section 5.6.7
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),  // 2100 isn't a leap year
        (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
        // Fractions are cut off, before 1970 too.
        (784_111_777.999, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (-0.25, "Wed, 31 Dec 1969 23:59:59 GMT"),
        // The first and the last second, in the Gregorian calendar throughout.
        (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        (-12_219_292_801, "Thu, 14 Oct 1582 23:59:59 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (253_402_300_799.999, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (Date.distantFuture.timeIntervalSince1970, "Mon, 01 Jan 4001 00:00:00 GMT"),
    ])
    func `a date is written in the fixed format`(seconds: Double, text: String) throws {
        let message = try request(to: "/").adding(headerField: "Date", Date(timeIntervalSince1970: seconds)).resolve()
        #expect(message.header["Date"] == text)
    }

    @Test(arguments: zip(0..<12, ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]))
    func `months are English, whatever the locale`(month: Int, name: String) {
        // The 15th of each month of 2023.
        let starts = [14, 45, 73, 104, 134, 165, 195, 226, 257, 287, 318, 348]
        let date = Date(timeIntervalSince1970: 1_672_531_200 + Double(starts[month]) * 86_400)
        #expect(HeaderField("Date", date).value.dropFirst(5).prefix(6) == "15 \(name)")
    }

    @Test(arguments: zip(0..<7, ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]))
    func `weekdays are English, before and after 1970`(day: Int, name: String) {
        for week in [-100_000, -1, 0, 1, 3_000] {
            let days = week * 7 + 3 + day  // 1970-01-04 was a Sunday
            let date = Date(timeIntervalSince1970: Double(days) * 86_400 + 43_200)
            #expect(HeaderField("Date", date).value.prefix(4) == "\(name),")
        }
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, 1e308, -1e308, -62_135_596_801, -62_135_596_800.001, 253_402_300_800,
        Date.distantPast.timeIntervalSince1970,
    ])
    func `a date outside the years 1 to 9999 is an error`(seconds: Double) {
        let error = request(to: "/").adding(headerField: "Date", Date(timeIntervalSince1970: seconds)).resolutionError()
        #expect(error?.code == .invalidHeaderValue)
        #expect(error?.message.contains("years 1 to 9999") == true)
    }

    /// 2026-11-22T00:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_795_305_600)

    private static func seconds(of text: String, now: Date = now) -> Int64? {
        HTTPDate.date(of: text, now: now).map { Int64($0.timeIntervalSince1970) }
    }

    @Test(
        arguments: [
            // RFC 9110, section 5.6.7
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
            // A short year means the latest year with this weekday that is at most 50 years ahead, to the second.
            ("Sunday, 22-Nov-76 00:00:00 GMT", 3_373_228_800), ("Monday, 22-Nov-76 00:00:01 GMT", 217_468_801),
            ("Friday, 01-Jan-27 00:00:00 GMT", 1_798_761_600), ("Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400),
            ("Thursday, 01-Jan-70 00:00:00 GMT", 0), ("Wednesday, 01-Jan-70 00:00:00 GMT", 3_155_760_000),
            // A leap second, which counts as the first second of the next minute.
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Saturday, 31-Dec-16 23:59:60 GMT", 1_483_228_800),
            ("Sat Dec 31 23:59:60 2016", 1_483_228_800), ("Fri, 31 Dec 9999 23:59:60 GMT", nil),
            ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800), ("Sat, 01 Jan 0000 00:00:00 GMT", nil),
            ("Sat Jan  1 00:00:00 0000", nil),
            ("Mon, 06 Nov 1994 08:49:37 GMT", nil), ("Monday, 06-Nov-94 08:49:37 GMT", nil),
            ("Mon Nov  6 08:49:37 1994", nil), ("Sun Nov 6 08:49:37 1994", nil), ("Sun Nov 06 08:49:37 1994", nil),
            ("Sun Nov  6 08:49:37 1994 GMT", nil), ("Sun, 06-Nov-94 08:49:37 GMT", nil),
            ("Sunday, 06-Nov-1994 08:49:37 GMT", nil), ("Sunday, 6-Nov-94 08:49:37 GMT", nil),
            ("Sunday, 06-Nov-94 08:49:37 UTC", nil), ("Sunday, 06-Nov-94 24:49:37 GMT", nil),
            ("sunday, 06-nov-94 08:49:37 gmt", nil), ("Sunday, 31-Nov-94 08:49:37 GMT", nil),
            ("1994-11-06T08:49:37Z", nil), ("784111777", nil), (",", nil), ("", nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT\0", nil), ("Sunday, 06-Nov-94 08:49:37 GMT ", nil),
            (String(repeating: ",", count: 24), nil), (String(repeating: "é", count: 12), nil),
        ] as [(String, Int64?)])
    func `a date is read in all three forms`(text: String, seconds: Int64?) {
        #expect(Self.seconds(of: text) == seconds)
    }

    @Test(
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", 1_893_456_000, 784_111_777),
            ("Sunday, 01-Jan-02 00:00:00 GMT", 2_682_374_400, 4_165_516_800),
        ] as [(String, TimeInterval, Int64)])
    func `the century of a short year depends on the clock`(text: String, now: TimeInterval, seconds: Int64) {
        #expect(Self.seconds(of: text, now: Date(timeIntervalSince1970: now)) == seconds)
    }

    @Test(arguments: [
        "sun, 06 nov 1994 08:49:37 gmt", "SUN, 06 NOV 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 Gmt",
        "sUNDAY, 06-nOV-94 08:49:37 gMT", "Sun, 06-Nov-94 08:49:37 GMT", "wed nov  6 08:49:37 1994",
    ])
    func `a cache reads a date in any case, with any weekday`(text: String) {
        #expect(HTTPDate.date(of: text, now: Self.now, isTolerant: true) == Date(timeIntervalSince1970: 784_111_777))
        #expect(Self.seconds(of: text) == nil)
    }

    @Test(arguments: [
        "day, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun  06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
    ])
    func `a cache rejects any other date`(text: String) {
        #expect(HTTPDate.date(of: text, now: Self.now, isTolerant: true) == nil)
    }

    @Test func `a clock outside the years 1 to 9999 counts as 1970`() {
        let late = Date(timeIntervalSince1970: 1e12)
        #expect(Self.seconds(of: "Wednesday, 01-Jan-20 00:00:00 GMT", now: late) == 1_577_836_800)
        #expect(Self.seconds(of: "Wednesday, 01-Jan-20 00:00:01 GMT", now: late) == nil)
    }

    @Test func `the parts of a cookie's date are between the delimiters of RFC 6265`() {
        for byte in UInt8(1)..<0x80 {
            let isDelimiter = [0x09...0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E].contains { $0 ~= byte }
            let mark = String(Unicode.Scalar(byte))
            let text = ["6", "nov", "94", "8:49:37"].joined(separator: mark)
            #expect(CookieDate.seconds(of: text) == (isDelimiter ? 784_111_777 : nil), "\(byte)")
        }
        for time in [":49:37", "8::37", "8:49:", "8:49", "008:49:37", "8:049:37", "8:49:037", "8::49:37"] {
            #expect(CookieDate.seconds(of: "6 nov 94 \(time)") == nil, "\(time)")
        }
        #expect(CookieDate.seconds(of: "6 nov 9 8:49:37") == nil, "a year has two digits")
    }

    @Test func `each form is read as it is written, on any day`() {
        var generator = SeededGenerator(seed: 9_110)
        for _ in 0..<5_000 {
            let seconds = Int64.random(in: -62_135_596_800..<253_402_300_800, using: &generator)
            let civil = CivilDate(secondsSince1970: seconds)
            #expect(Self.seconds(of: WrittenDate(civil).fixed) == seconds)
            #expect(Self.seconds(of: WrittenDate(civil).asctime) == seconds)
            let near = seconds % 1_500_000_000 + 1_795_305_600
            let text = WrittenDate(CivilDate(secondsSince1970: near)).shortYear
            #expect(Self.seconds(of: text) == near)
        }
    }
}
