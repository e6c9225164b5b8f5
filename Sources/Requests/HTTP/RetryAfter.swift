import Foundation

extension ResponseHead {
    /// The time to wait before the next request: `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
    ///
    /// A date is compared with the server's own clock (`Date`), or with this machine's if the server sends no date. It is zero for a
    /// date in the past, and `nil` if the field is missing or malformed.
    public var retryAfter: Duration? { retryAfter(now: Date.init) }

    /// Returns the time that the server asks to wait: `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
    ///
    /// - Parameter now: The current time, if the response has no `Date` field. A date in `Retry-After` is relative to the server's clock.
    /// - Returns: The time to wait, zero if the date has passed; `nil` if there is no readable value.
    func retryAfter(now: () -> Date) -> Duration? {
        guard let text = header[.retryAfter] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // A number that does not fit an Int means for ever anyway.
            return .seconds(Int(digits: text.utf8) ?? .max)
        }
        let now = now()
        guard let date = HTTPDate.seconds(of: text, now: now) else { return nil }
        let seconds = Double(date) - serverTime(now: now)
        return seconds > 0 ? .seconds(seconds) : .zero
    }

    /// Returns the Unix time of the server's own clock, or of this machine's if the response has no `Date`, in seconds.
    func serverTime(now: Date) -> Double {
        header[.date].flatMap { HTTPDate.seconds(of: $0, now: now) }.map(Double.init) ?? now.timeIntervalSince1970
    }
}
