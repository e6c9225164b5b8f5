import Foundation

/// Dates as texts: `2024-05-01T12:00:00Z`, with milliseconds where there are any.
enum ISO8601 {
    /// - Returns: `nil` where the date is not finite or outside the years 1 to 9999.
    static func text(of date: Date) -> String? {
        guard date.hasFourDigitYear else { return nil }
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let hasFraction = milliseconds.truncatingRemainder(dividingBy: 1_000) != 0
        // The format cuts off what is below a millisecond: a little more keeps 0.001 from becoming 0.000.
        let rounded = Date(timeIntervalSince1970: milliseconds / 1_000 + (hasFraction ? 0.000_1 : 0))
        return rounded.formatted(hasFraction ? withFraction : withoutFraction)
    }

    static func date(of text: String) -> Date? {
        try? (text.utf8.contains(UInt8(ascii: ".")) ? withFraction : withoutFraction).parse(text)
    }

    private static let withoutFraction = Date.ISO8601FormatStyle()
    private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
