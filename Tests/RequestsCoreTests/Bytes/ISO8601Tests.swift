import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

@Suite("ISO 8601") struct ISO8601Tests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"),
        (1_714_564_800, "2024-05-01T12:00:00Z"),
        (1_714_564_800.25, "2024-05-01T12:00:00.250Z"),
        (0.001, "1970-01-01T00:00:00.001Z"),
        (0.999, "1970-01-01T00:00:00.999Z"),
        // Rounded to milliseconds, up to the next second.
        (0.000_4, "1970-01-01T00:00:00Z"), (0.000_6, "1970-01-01T00:00:00.001Z"), (0.999_6, "1970-01-01T00:00:01Z"),
        (-0.25, "1969-12-31T23:59:59.750Z"), (-1, "1969-12-31T23:59:59Z"), (-0.000_4, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"),
        (-12_219_292_801, "1582-10-14T23:59:59Z"),
        (253_402_300_799.999, "9999-12-31T23:59:59.999Z"), (253_402_300_799.999_9, "9999-12-31T23:59:59.999Z"),
    ])
    func `a date is written in UTC, with milliseconds if it has any`(seconds: Double, text: String) {
        #expect(ISO8601.text(of: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 253_402_300_800, -62_135_596_800.001, 1e12,
    ])
    func `a date whose year needs more than four digits has no text`(seconds: Double) {
        #expect(ISO8601.text(of: Date(timeIntervalSince1970: seconds)) == nil)
    }

    @Test func `a written date is read back, to the millisecond`() {
        var generator = SeededGenerator(seed: 8_601)
        for round in 0..<20_000 {
            let milliseconds =
                round < 4_000
                ? Int64(round - 2_000) : Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            guard let text = ISO8601.text(of: date), let read = ISO8601.date(of: text) else {
                Issue.record("\(milliseconds) is not written and read")
                continue
            }
            #expect(read == date, "\(milliseconds)")
            #expect(ISO8601.text(of: read) == text)
        }
    }

    @Test func `any finite double is written and read, or refused`() {
        var generator = SeededGenerator(seed: 3_339)
        for _ in 0..<20_000 {
            let seconds = Double(bitPattern: generator.next())
            guard let text = ISO8601.text(of: Date(timeIntervalSince1970: seconds)) else { continue }
            let read = ISO8601.date(of: text)?.timeIntervalSince1970 ?? .nan
            #expect(abs(read - seconds) <= 0.001)
        }
    }

    @Test(arguments: [
        ("2024-05-01T12:00:00Z", 1_714_564_800.0), ("2024-05-01T12:00:00z", 1_714_564_800),
        ("2024-05-01t12:00:00Z", 1_714_564_800), ("2024-05-01 12:00:00Z", 1_714_564_800),
        ("2024-05-01T14:00:00+02:00", 1_714_564_800), ("2024-05-01T14:00:00+0200", 1_714_564_800),
        ("2024-05-01T14:00:00+02", 1_714_564_800), ("2024-05-01T08:30:00-03:30", 1_714_564_800),
        ("2024-05-01T12:00:00-00:00", 1_714_564_800), ("2024-05-02T11:59:00+23:59", 1_714_564_800),
        ("2024-05-01T12:00Z", 1_714_564_800),
        ("2024-05-01T12:00:00.5Z", 1_714_564_800.5), ("2024-05-01T12:00:00,5Z", 1_714_564_800.5),
        ("2024-05-01T12:00:00.000Z", 1_714_564_800), ("2024-05-01T12:00:00.123456Z", 1_714_564_800.123456),
        ("2024-05-01T14:00:00.250+02:00", 1_714_564_800.25),
        ("2024-05-01T12:00:00.12345678901234567890123456789Z", 1_714_564_800.123456),
        ("2016-12-31T23:59:60Z", 1_483_228_800), ("2024-05-01T24:00:00Z", 1_714_608_000),
        ("2000-02-29T00:00:00Z", 951_782_400), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("0000-12-31T23:59:59-00:01", -62_135_596_741), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `offsets, fractions and letters of either case are read`(text: String, seconds: Double) {
        #expect(
            ISO8601.date(of: text)?.timeIntervalSince1970 == Date(timeIntervalSince1970: seconds).timeIntervalSince1970)
    }

    @Test(arguments: [
        "", "Z", "2024", "2024-05-01", "2024-05-01T12:00:00", "2024-05-01T12Z", "2024-05-01T12:00:00Zjunk",
        " 2024-05-01T12:00:00Z", "2024-05-01T12:00:00Z ", "2024-05-01T12:00:00.Z", "2024-05-01T12:00:00.5",
        "2024-05-01T12:00:0Z",
        "2024-13-01T12:00:00Z", "2024-00-01T12:00:00Z", "2024-05-32T12:00:00Z", "2024-05-00T12:00:00Z",
        "2024-02-30T12:00:00Z", "2023-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "2024-04-31T12:00:00Z",
        "2024-05-01T25:00:00Z", "2024-05-01T24:00:01Z", "2024-05-01T12:60:00Z", "2024-05-01T12:00:61Z",
        "2024-05-01T12:00:00+24:00", "2024-05-01T12:00:00+02:60", "2024-05-01T12:00:00+2", "2024-05-01T12:00:00+",
        "2024-05-01T12:00:00+02:", "24-05-01T12:00:00Z", "+2024-05-01T12:00:00Z", "-024-05-01T12:00:00Z",
        "2024/05/01T12:00:00Z", "２０２４-05-01T12:00:00Z", "2024-05-01T12:00:00\u{2212}02:00", "1714564800", "null",
        "2024-05-01T12:00:00Z\0",
        // Dates that can't be written.
        "0000-01-01T00:00:00Z", "0000-12-31T23:59:59.999Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        "9999-12-31T23:59:60Z", "9999-12-31T24:00:00Z",
    ])
    func `an impossible date is refused, not corrected`(text: String) {
        #expect(ISO8601.date(of: text) == nil)
    }

    @Test(arguments: [
        "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.9999999+00:00",
    ])
    func `the last moment of the year 9999 is read`(text: String) {
        #expect(ISO8601.date(of: text)?.timeIntervalSince1970 == 253_402_300_799.999)
        #expect(ISO8601.date(of: text).flatMap { ISO8601.text(of: $0) } == "9999-12-31T23:59:59.999Z")
    }

    @Test(arguments: [
        // The offset of Berlin is +01:00, and +02:00 in summer.
        ("2024-01-01T12:00:00", 1_704_106_800.0), ("2024-07-01T12:00:00.5", 1_719_828_000.5),
        ("2024-07-01", 1_719_784_800),
        ("2024-01-01T12:00:00Z", 1_704_110_400), ("2024-01-01T12:00:00+03:00", 1_704_099_600),
        // Clocks are set forward from 2:00 to 3:00, and back from 3:00 to 2:00.
        ("2024-03-31T02:30:00", 1_711_848_600), ("2024-10-27T02:30:00", 1_729_989_000),
    ])
    func `a local time is read in its time zone`(text: String, seconds: Double) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(ISO8601.date(of: text, in: zone)?.timeIntervalSince1970 == seconds)
        #expect(ISO8601.date(of: "2024-01-01T1", in: zone) == nil && ISO8601.date(of: "2024-02-30", in: zone) == nil)
    }

    @Test func `a local time that occurs twice can't be written the second time`() throws {
        let coding = Coding(dates: .localISO8601(try #require(TimeZone(identifier: "Europe/Berlin"))))
        for hour in stride(from: 1_711_000_000.0, to: 1_732_000_000, by: 1_800) {
            let date = Date(timeIntervalSince1970: hour)
            guard let text = try? coding.text(of: date) else {
                #expect(1_729_990_800..<1_729_994_400 ~= hour, "\(hour)")
                continue
            }
            #expect(try coding.date(of: text) == date)
        }
    }
}
