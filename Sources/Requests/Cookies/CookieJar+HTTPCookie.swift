#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension CookieJar {
    /// The cookies that have not expired, in Foundation's form, the oldest first: for a web view, or another cookie storage.
    ///
    /// Foundation's cookies are not secrets to it: their descriptions show the values.
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

    /// Keeps a cookie in Foundation's form, for example from a web view.
    ///
    /// A domain with a leading dot includes the hosts below it. On Linux, Foundation loses `SameSite`.
    ///
    /// - Parameter cookie: The cookie. If it has expired, the cookie with its name, domain and path is removed.
    /// - Throws: ``RequestErrorCode/invalidHeaderValue`` if no server could set this cookie, with the reason, or
    ///   ``RequestErrorCode/invalidURL`` if its domain is not a host.
    public func set(_ cookie: HTTPCookie) throws(TransportError) {
        let hasSubdomains = cookie.domain.hasPrefix(".")
        let domain = hasSubdomains ? String(cookie.domain.dropFirst()) : cookie.domain
        let host = domain.contains(":") && !domain.hasPrefix("[") ? "[\(domain)]" : domain
        let properties = cookie.properties ?? [:]
        // Foundation on Linux does not turn the age into a date.
        let age = cookie.expiresDate == nil ? (properties[.maximumAge] as? String).flatMap { Int($0) } : nil
        let copy = WebCookie(
            cookie.name, cookie.value, domain: hasSubdomains ? host : nil, path: cookie.path,
            expires: cookie.expiresDate, maxAge: age, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
            sameSite: (properties[.sameSite] as? String).flatMap { WebCookie.SameSite(rawValue: $0.lowercased()) })
        guard let url = URL(string: "https://\(host)/") else {
            throw TransportError(code: .invalidURL, message: "the domain of a cookie is not a host")
        }
        try set(copy, from: url)
    }
}

extension HTTPCookiePropertyKey {
    // Foundation reads these keys on all systems, and names them on none or on some.
    fileprivate static let httpOnly = HTTPCookiePropertyKey("HttpOnly")
    fileprivate static let sameSite = HTTPCookiePropertyKey("SameSite")
}
