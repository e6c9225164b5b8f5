import Foundation

extension ResponseHead {
    /// The time to wait before the next request: `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
    ///
    /// A date is compared with the server's clock (`Date`), or with this machine's clock if the server sends no `Date`.
    /// The time is zero for a date in the past, and `nil` if the field is missing or malformed.
    public var retryAfter: Duration? { retryAfter(now: Date.init) }

    /// Returns the time for which the server asks the client to wait: `Retry-After`, in seconds or as a date (RFC 9110,
    /// section 10.2.3).
    ///
    /// - Parameter now: Returns the current time, for a response without a `Date` field.
    /// - Returns: The time to wait, zero if the date has passed; `nil` if the field is missing or malformed.
    func retryAfter(now: () -> Date) -> Duration? {
        guard let text = header[.retryAfter] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // A number that doesn't fit an Int means forever anyway.
            return .seconds(Int(text) ?? .max)
        }
        let now = now()
        guard let date = HTTPDate.date(of: text, now: now) else { return nil }
        let seconds = date.timeIntervalSince1970 - serverTime(now: now)
        return seconds > 0 ? .seconds(seconds) : .zero
    }

    /// Returns the Unix time in seconds from `Date`, or from this machine's clock if the response contains no `Date`.
    func serverTime(now: Date) -> Double {
        (header[.date].flatMap { HTTPDate.date(of: $0, now: now) } ?? now).timeIntervalSince1970
    }
}

extension AnyRequestError {
    /// Returns the time for which the error's response asks the client to wait.
    ///
    /// The response may belong to an inner request, such as a request for credentials.
    func retryAfter(now: () -> Date) -> Duration? {
        code == .unacceptableStatus ? head?.retryAfter(now: now) : nil
    }
}
