import Foundation

extension WebCookie {
    /// Returns the value of the Set-Cookie field that sets the cookie (RFC 6265, section 4.1).
    ///
    /// - Throws: An issue, without any part of the value, if a client would read a different cookie or none.
    func text() throws(SyntaxIssue) -> String {
        let pair = try (name.isEmpty ? "=" : "") + pair()
        // Browsers ignore dates before 1601 (RFC 6265, section 5.1.1).
        if let expires, HTTPDate.text(of: expires).flatMap(CookieDate.seconds) == nil {
            throw invalid("the expiry of", "is not within the years 1601 to 9999")
        }
        if let domain, domain.isEmpty || domain.hasPrefix(".") || !domain.utf8.allSatisfy(Self.isInDomain) {
            throw invalid("the domain of", "must be a host name in lower case")
        }
        if let path, !path.hasPrefix("/") { throw invalid("the path of", "must begin with `/`") }
        if let path, path.hasSuffix(" ") || !path.utf8.allSatisfy(Self.isInPath) {
            throw invalid(
                "the path of",
                "must not end with a space, or contain a semicolon, a control character or a non-ASCII character")
        }
        return pair + attributes
    }

    /// Returns a cookie as in a Cookie field: only its value if it has no name (RFC 6265bis, section 5.8.3).
    package static func text(of name: String, _ value: String) -> String { name.isEmpty ? value : name + "=" + value }

    /// Returns the value of a Cookie field: `a=1; b=2` (RFC 6265, section 4.2.1).
    static func text(of cookies: [WebCookie]) throws(SyntaxIssue) -> String {
        var text = ""
        for cookie in cookies {
            if !text.isEmpty { text += "; " }
            text += try cookie.pair()
        }
        return text
    }

    /// Returns the values in a Cookie field that are long enough to be secrets; a pair without `=` counts as a value.
    static func secrets(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
            let start = pair.firstIndex(of: UInt8(ascii: "=")).map(pair.index(after:)) ?? pair.startIndex
            let value = Substring(pair[start...]).utf8.drop { $0 == 0x20 }
            return value.count < 6 ? nil : String(Substring(value))
        }
    }

    /// The attributes as sent: `; Path=/; Secure`.
    var attributes: String {
        var text = ""
        if let expires { text += "; Expires=" + (HTTPDate.text(of: expires) ?? "\(expires.timeIntervalSince1970)") }
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if let domain { text += "; Domain=" + domain }
        if let path { text += "; Path=" + path }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        if let sameSite { text += "; SameSite=" + sameSite.rawValue.capitalized }
        return text
    }

    /// The reason why browsers silently drop the cookie; `nil` if they accept it.
    ///
    /// See draft-ietf-httpbis-rfc6265bis, sections 4.1.3 and 5.7.
    package var browserIssue: SyntaxIssue? {
        if !Self.keepsPromise(name, value, isSecure: isSecure, domain: domain, path: path) {
            if name.isEmpty {
                return invalid(
                    "the value of", "must not begin with `__Host-` or `__Secure-`, because the name is empty")
            }
            let isHost = name.lowercased().hasPrefix("__host-")
            return invalid("the name of", isHost ? "requires Secure, the path `/` and no domain" : "requires Secure")
        }
        return sameSite == SameSite.none && !isSecure ? invalid("SameSite=None of", "requires Secure") : nil
    }

    /// Returns whether the attributes satisfy the rules for a name that begins with `__Secure-` or `__Host-`.
    ///
    /// If the name is empty, the value must not begin with these prefixes, because the value is sent back in place of
    /// the name (RFC 6265bis, section 5.7).
    package static func keepsPromise(
        _ name: String, _ value: String, isSecure: Bool, domain: String?, path: String?
    ) -> Bool {
        if name.isEmpty { return !["__host-", "__secure-"].contains { value.lowercased().hasPrefix($0) } }
        let name = name.lowercased()
        if name.hasPrefix("__host-") { return isSecure && domain == nil && path == "/" }
        return isSecure || !name.hasPrefix("__secure-")
    }

    /// Returns whether the name and the value are valid for a cookie.
    static func isSyntax(_ name: String, _ value: String) -> Bool {
        name.isToken && firstInvalidByte(of: value) == nil
    }

    /// Returns the name and the value as sent; errors contain no part of the value.
    private func pair() throws(SyntaxIssue) -> String {
        guard let issue else { return Self.text(of: name, value) }
        guard name.isToken else { throw invalid("the name of", "is not a valid token (RFC 6265, section 4.1.1)") }
        guard issue == .characters, let (index, byte) = Self.firstInvalidByte(of: value) else {
            throw SyntaxIssue(
                .fieldValue, "the value of the cookie \(name) isn't a single string, finite number, date or raw value")
        }
        throw SyntaxIssue(
            .fieldValue,
            "the value of the cookie \(name) contains 0x\(byte.hexText) at offset \(index), and this byte isn't allowed in a "
                + "cookie (RFC 6265, section 4.1.1): encode the value the way the server expects, such as base64 or "
                + "percent-encoding"
        )
    }

    /// Returns the first byte that is illegal in a cookie's value, which may be quoted.
    private static func firstInvalidByte(of value: String) -> (index: Int, byte: UInt8)? {
        var bytes = Array(value.utf8)[...]
        let quote = UInt8(ascii: "\"")
        if bytes.count >= 2, bytes.first == quote, bytes.last == quote { bytes = bytes.dropFirst().dropLast() }
        return bytes.firstIndex { !isOctet($0) }.map { ($0, bytes[$0]) }
    }

    private func invalid(_ part: String, _ problem: String) -> SyntaxIssue {
        SyntaxIssue(.fieldValue, "\(part) the cookie \(name.escapedForDisplay) \(problem)")
    }

    /// Returns whether a byte is US-ASCII without controls, white space, `"`, `,`, `;` and `\`.
    private static func isOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
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
