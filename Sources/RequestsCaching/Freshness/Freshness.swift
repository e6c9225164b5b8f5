import Foundation
import Requests

/// The times and directives of a stored response (RFC 9111, section 4.2).
struct Freshness: Sendable {
    /// The directives of the response.
    let control: CacheControl

    /// The freshness lifetime in seconds; 0 for a response that was never fresh.
    let lifetime: TimeInterval

    /// Indicates whether the response declares its lifetime.
    let isExplicit: Bool

    /// The response's Date, or its arrival time if it has no Date.
    let date: Date

    /// The age in seconds when the response arrived (RFC 9111, section 4.2.3).
    let initialAge: TimeInterval

    /// The time when the response arrived.
    let responseTime: Date

    init(status: HTTPStatus, header: HeaderFields, requestTime: Date, responseTime: Date) {
        self.responseTime = responseTime
        control = CacheControl(header)
        let date = header[.date].flatMap { HTTPDate.date(of: $0, now: responseTime, isTolerant: true) } ?? responseTime
        self.date = date
        let delay = max(0, responseTime.timeIntervalSince(requestTime))
        let apparentAge = max(0, responseTime.timeIntervalSince(date))
        initialAge = max(apparentAge, Self.age(header) + delay)
        let expires = header[values: .expires]
        isExplicit = control.maxAge != nil || !expires.isEmpty
        if let maxAge = control.maxAge {
            lifetime = maxAge
        } else if let first = expires.first {
            // An invalid date, such as 0, counts as a date in the past, and so do several dates (RFC 9111, section
            // 5.3).
            let end = expires.count == 1 ? HTTPDate.date(of: first, now: responseTime, isTolerant: true) : nil
            lifetime = end.map { max(0, $0.timeIntervalSince(date)) } ?? 0
        } else {
            lifetime = Self.heuristic(status: status, header: header, isPublic: control.isPublic, date: date)
        }
    }

    /// Returns the age at a time, in seconds.
    func age(at now: Date) -> TimeInterval {
        let age = initialAge + max(0, now.timeIntervalSince(responseTime))
        // A time from a damaged file may be NaN.
        return age.isNaN ? .infinity : age
    }

    /// Returns the remaining lifetime in seconds, which is negative for a stale response.
    func remaining(at now: Date) -> TimeInterval {
        // If the clock was set back, the age is unknown.
        guard now.timeIntervalSince(responseTime) >= -1 else { return -.infinity }
        return lifetime - age(at: now)
    }

    /// Returns whether the response may be used without a request.
    func isFresh(at now: Date) -> Bool { !control.noCache && remaining(at: now) > 0 }

    /// Returns whether a status may be cached without an explicit lifetime (RFC 9110, section 15.1).
    static func isHeuristic(_ status: HTTPStatus) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status.rawValue)
    }

    /// Returns the first Age of a response, or 0 if it is missing or invalid (RFC 9111, section 5.1).
    private static func age(_ header: HeaderFields) -> TimeInterval {
        guard let first = header[values: "Age"].first else { return 0 }
        return CacheDirective.seconds(first.prefix { $0 != "," }.trimmingBlanks) ?? 0
    }

    /// Returns a heuristic lifetime: a tenth of the time since the last change, at most a week (RFC 9111, section
    /// 4.2.2).
    private static func heuristic(
        status: HTTPStatus, header: HeaderFields, isPublic: Bool, date: Date
    ) -> TimeInterval {
        guard isPublic || isHeuristic(status), let text = header[.lastModified],
            let modified = HTTPDate.date(of: text, now: date, isTolerant: true)
        else { return 0 }
        return min(max(0, date.timeIntervalSince(modified)) / 10, 7 * 86_400)
    }
}

extension HeaderField.Name {
    /// `Age` (RFC 9111, section 5.1).
    static let age = Self("Age")
    /// `Expires` (RFC 9111, section 5.3).
    static let expires = Self("Expires")
    /// `Pragma` (RFC 9111, section 5.4).
    static let pragma = Self("Pragma")
    /// `Content-Location` (RFC 9110, section 8.7).
    static let contentLocation = Self("Content-Location")
    /// `Vary` (RFC 9110, section 12.5.5).
    static let vary = Self("Vary")
}
