import Foundation

extension ResponseHead {
    /// How long the server wants to be left alone: `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
    ///
    /// - Parameter now: What time it is, where the server does not say (`Date`); its own clock is the one that its date is of.
    /// - Returns: The time, none where the date has passed; `nil` where it says nothing that can be read.
    func retryAfter(now: () -> Date) -> Duration? {
        guard let text = header[.retryAfter] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // More than an Int holds is for ever all the same.
            return .seconds(Int(digits: text.utf8) ?? .max)
        }
        let now = now()
        guard let date = HTTPDate.seconds(of: text, now: now) else { return nil }
        let own = header[.date].flatMap { HTTPDate.seconds(of: $0, now: now) }.map(Double.init)
        let seconds = Double(date) - (own ?? now.timeIntervalSince1970)
        return seconds > 0 ? .seconds(seconds) : .zero
    }
}
