import Foundation

/// A cookie in a jar (RFC 6265bis, section 5.7).
struct StoredCookie: Codable {
    let name: String
    let value: String
    /// The host to which the cookie is sent, in lower case.
    let host: String
    /// Indicates whether the cookie is sent only to the host, and not to its subdomains.
    let isHostOnly: Bool
    let path: String
    /// The date when the cookie expires; `nil` if it expires with the session.
    let expires: Date?
    let isSecure: Bool
    let isHTTPOnly: Bool
    let sameSite: String?
    /// The number of the change that made the cookie.
    var creation = 0
    /// The number of the last change or request that used the cookie.
    var use = 0

    private enum CodingKeys: CodingKey {
        case name, value, host, isHostOnly, path, expires, isSecure, isHTTPOnly, sameSite
    }

    /// The maximum lifetime of a cookie: 400 days, in seconds.
    private static let longestAge = 400.0 * 86_400

    /// Makes the cookie that a response from an origin sets.
    ///
    /// - Throws: The reason why the cookie is rejected.
    init(
        _ cookie: WebCookie, from origin: CookieOrigin, suffixes: PublicSuffixes, date: Date
    ) throws(CookieIssue) {
        let domain = cookie.domain.flatMap { $0.isEmpty || $0.utf8.count > Self.attributeLimit ? nil : $0 }
        let kind = try domain.map { domain throws(CookieIssue) in
            try Self.kind(of: domain, from: origin, suffixes)
        }
        var path = cookie.path.flatMap { $0.utf8.count > Self.attributeLimit ? nil : $0 }
        if path?.utf8.first != UInt8(ascii: "/") { path = nil }
        if cookie.issue == .value { throw .value }
        if cookie.issue != nil, cookie.name.isEmpty { throw .syntax }
        name = cookie.name
        value = cookie.value
        isHostOnly = kind != .owned
        host = kind == .owned ? domain ?? origin.host : origin.host
        self.path = path ?? origin.defaultPath
        let lifetime = cookie.maxAge.map(Double.init) ?? cookie.expires?.timeIntervalSince(date)
        expires = lifetime.map { $0 > 0 ? date.addingTimeInterval(min($0, Self.longestAge)) : .distantPast }
        isSecure = cookie.isSecure
        isHTTPOnly = cookie.isHTTPOnly
        sameSite = cookie.sameSite?.rawValue
        try check()
        if isSecure, !origin.isSecure { throw .insecure }
        if cookie.sameSite == WebCookie.SameSite.none, !isSecure { throw .sameSite }
        guard WebCookie.keepsPromise(name, value, isSecure: isSecure, domain: domain, path: path) else {
            throw .prefix
        }
    }

    /// The maximum length of an attribute, in bytes; longer attributes are ignored (section 5.6).
    private static let attributeLimit = 1_024

    private static func kind(
        of domain: String, from origin: CookieOrigin, _ suffixes: PublicSuffixes
    ) throws(CookieIssue) -> PublicSuffixes.Kind {
        guard domain.utf8.allSatisfy({ $0 < 0x80 }), CookieOrigin.isHost(origin.host, in: domain) else {
            throw .domain
        }
        let kind = suffixes.kind(of: domain)
        // A host that is itself a public suffix, such as a machine in a local network, can set cookies only for itself.
        if kind == .open, domain != origin.host { throw .suffix }
        return kind
    }

    /// Checks that name, value and path can be sent in a header field, and are not too long.
    func check() throws(CookieIssue) {
        let bytes = [name, value, path, host].lazy.flatMap(\.utf8)
        guard !name.isEmpty || !value.isEmpty, !name.utf8.contains(UInt8(ascii: "=")),
            path.utf8.first == UInt8(ascii: "/"),
            !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F || $0 == UInt8(ascii: ";") })
        else { throw .syntax }
        guard name.utf8.count + value.utf8.count <= 4_096 else { throw .size }
    }
}

extension StoredCookie {
    /// Returns whether the cookie has expired.
    func hasExpired(_ date: Date) -> Bool { expires.map { $0 <= date } ?? false }

    /// The order of removal if a host has too many cookies: the lowest rank is removed first.
    var rank: (Int, Int, Int) { (isSecure ? 1 : 0, use, creation) }

    /// Returns whether the cookie is sent to an origin; the caller has already compared the host with the domain.
    func fits(_ origin: CookieOrigin) -> Bool {
        (!isHostOnly || host == origin.host) && (!isSecure || origin.isSecure)
            && CookieOrigin.isPath(origin.path, below: path)
    }

    /// Returns whether the cookie replaces another one.
    func replaces(_ other: StoredCookie) -> Bool {
        hasName(of: other) && isHostOnly == other.isHostOnly && host == other.host
            && path.utf8.elementsEqual(other.path.utf8)
    }

    /// Returns whether two cookies have the same name, byte by byte.
    ///
    /// Most names differ, and comparing them as strings detects that faster.
    func hasName(of other: StoredCookie) -> Bool { name == other.name && name.utf8.elementsEqual(other.name.utf8) }

    /// Returns whether two cookies differ in properties that are stored in a file.
    func differs(from other: StoredCookie) -> Bool {
        !value.utf8.elementsEqual(other.value.utf8) || expires != other.expires || isSecure != other.isSecure
            || isHTTPOnly != other.isHTTPOnly || sameSite != other.sameSite
    }

    /// The cookie with its attributes, as a response could set it.
    var cookie: WebCookie {
        var cookie = WebCookie(
            name, value, domain: isHostOnly ? nil : host, path: path, expires: expires, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite.flatMap(WebCookie.SameSite.init))
        cookie.issue = nil
        return cookie
    }
}

/// The reason why a jar rejects a cookie (RFC 6265bis, section 5.7).
enum CookieIssue: String, Error {
    case syntax = "the name is empty, or the name, the value or the path contains an invalid character"
    case value = "the value isn't a single string, finite number, date or raw value"
    case size = "the name and the value have more than 4096 bytes in total"
    case domain = "the cookie's domain doesn't match the URL's host"
    case suffix = "the cookie's domain is a public suffix"
    case insecure = "the cookie has the Secure attribute, but the URL isn't an https URL"
    case shadow = "the cookie would hide an existing Secure cookie, but the URL isn't an https URL"
    case sameSite = "the cookie has SameSite=None, but not the Secure attribute"
    case prefix = "the name starts with __Host- or __Secure-, but the cookie doesn't meet the conditions of that prefix"
}
