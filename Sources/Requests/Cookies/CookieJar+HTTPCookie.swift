#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension CookieJar {
    /// The unexpired cookies as Foundation's `HTTPCookie`, the oldest first, for a web view or another cookie storage.
    ///
    /// The descriptions of Foundation's cookies show the values.
    public var httpCookies: [HTTPCookie] {
        all.compactMap { cookie in
            var properties: [HTTPCookiePropertyKey: Any] = [
                .name: cookie.name, .value: cookie.value, .path: cookie.path,
                .domain: cookie.isHostOnly ? cookie.host : "." + cookie.host,
            ]
            if let expires = cookie.expires { properties[.expires] = expires } else { properties[.discard] = "TRUE" }
            if cookie.isSecure { properties[.secure] = "TRUE" }
            if cookie.isHTTPOnly { properties[.httpOnly] = "TRUE" }
            if let sameSite = cookie.sameSite { properties[.sameSite] = sameSite }
            return HTTPCookie(properties: properties)
        }
    }

    /// Stores a Foundation cookie, for example from a web view.
    ///
    /// A domain with a leading dot includes its subdomains. On Linux, Foundation drops `SameSite`.
    ///
    /// - Parameter cookie: The cookie. If it has expired, the stored cookie with the same name, domain and path is removed.
    /// - Throws: ``RequestErrorCode/invalidHeaderValue`` with the reason if no server could set this cookie, or
    ///   ``RequestErrorCode/invalidURL`` if the cookie's domain is not a host.
    public func set(_ cookie: HTTPCookie) throws(TransportError) {
        let hasSubdomains = cookie.domain.hasPrefix(".")
        let domain = hasSubdomains ? String(cookie.domain.dropFirst()) : cookie.domain
        let host = domain.contains(":") && !domain.hasPrefix("[") ? "[\(domain)]" : domain
        let properties = cookie.properties ?? [:]
        // Foundation on Linux does not convert the age to a date.
        let age = cookie.expiresDate == nil ? (properties[.maximumAge] as? String).flatMap { Int($0) } : nil
        var copy = WebCookie(
            cookie.name, cookie.value, domain: hasSubdomains ? host : nil, path: cookie.path,
            expires: cookie.expiresDate, maxAge: age, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
            sameSite: (properties[.sameSite] as? String).flatMap { WebCookie.SameSite(rawValue: $0.lowercased()) })
        // Foundation may have read the cookie from a response, and a received cookie needs no name.
        if copy.name.isEmpty { copy.issue = nil }
        guard let url = URL(string: "https://\(host)/") else {
            throw TransportError(code: .invalidURL, message: "the domain of the cookie is not a valid host")
        }
        try set(copy, from: url)
    }
}

extension HTTPCookiePropertyKey {
    // Foundation reads these keys on all systems, but doesn't declare constants for them on all.
    fileprivate static let httpOnly = HTTPCookiePropertyKey("HttpOnly")
    fileprivate static let sameSite = HTTPCookiePropertyKey("SameSite")
}
