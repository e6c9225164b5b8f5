import Foundation

extension ResponseCookie {
    /// Returns the value of the Set-Cookie field that sets the cookie (RFC 6265, section 4.1).
    ///
    /// - Throws: An issue if a client would read a different cookie, or none. It contains no part of the value.
    func text() throws(SyntaxIssue) -> String {
        var text = try RequestCookie.text(of: [RequestCookie(name: name, value: value)])
        if let expires { text += "; Expires=" + (try self.text(of: expires)) }
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if let domain {
            guard !domain.isEmpty, domain.utf8.first != UInt8(ascii: "."), domain.utf8.allSatisfy(Self.isInDomain)
            else {
                throw invalid("the domain of", "is not the name of a host")
            }
            text += "; Domain=" + domain
        }
        if let path {
            let end = path.utf8.last
            guard path.utf8.first == UInt8(ascii: "/"), end != UInt8(ascii: " "), path.utf8.allSatisfy(Self.isInPath)
            else {
                throw invalid("the path of", "does not begin with `/`, or has a character that no path of a cookie has")
            }
            text += "; Path=" + path
        }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=" + sameSite.rawValue.capitalized }
        return text
    }

    /// The reason why browsers drop the cookie without a word; `nil` if they keep it.
    ///
    /// See draft-ietf-httpbis-rfc6265bis, sections 4.1.3 and 5.7.
    package var browserIssue: SyntaxIssue? {
        if !Self.keepsPromise(name, isSecure: isSecure, domain: domain, path: path) {
            return invalid("the name of", "promises Secure, and `__Host-` also the path `/` and no domain")
        }
        return sameSite == SameSite.none && !isSecure ? invalid("SameSite=None of", "requires Secure") : nil
    }

    /// Returns whether a cookie keeps the promise of a name that begins with `__Secure-` or `__Host-`.
    static func keepsPromise(_ name: String, isSecure: Bool, domain: String?, path: String?) -> Bool {
        let name = name.lowercased()
        if name.hasPrefix("__host-") { return isSecure && domain == nil && path == "/" }
        return isSecure || !name.hasPrefix("__secure-")
    }

    private func text(of date: Date) throws(SyntaxIssue) -> String {
        // A browser does not accept an earlier date (RFC 6265, section 5.1.1).
        guard let text = HTTPDate.text(of: date), CookieDate.seconds(of: text) != nil else {
            throw invalid("the expiry of", "is a date outside the years 1601 to 9999")
        }
        return text
    }

    private func invalid(_ part: String, _ problem: String) -> SyntaxIssue {
        SyntaxIssue(.fieldValue, "\(part) the cookie \(name.escapedForDisplay) \(problem)")
    }

    private static func isInDomain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Returns whether a byte is US-ASCII without controls and `;`.
    private static func isInPath(_ byte: UInt8) -> Bool { 0x20...0x7E ~= byte && byte != UInt8(ascii: ";") }
}
