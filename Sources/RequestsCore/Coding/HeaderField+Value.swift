public import Foundation

extension HeaderField {
    /// Makes a field with any value that is written as a single string.
    ///
    /// Such values are strings, numbers, `Bool` as `true` and `false`, `Date` as an HTTP date (RFC 9110, section 5.6.7), `UUID`,
    /// `URL`, and enums as their raw value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value; `nil` becomes an empty string. If the value can't be written as a single string, resolving
    ///     the request throws an error. This concerns arrays, for example.
    ///   - isSensitive: Whether the value is left out of descriptions.
    public init(_ name: Name, _ value: some Encodable, isSensitive: Bool = false) {
        self =
            .encoding(value, name: name, isSensitive: isSensitive)
            ?? HeaderField(name, "", isSensitive: isSensitive)
    }

    /// Makes a field with any value, as the initialiser does; returns `nil` for a `nil` value.
    @inlinable
    static func encoding(_ value: some Encodable, name: Name, isSensitive: Bool) -> HeaderField? {
        if let text = value as? String { return HeaderField(name, text, isSensitive: isSensitive) }
        return encoding(any: value, name: name, isSensitive: isSensitive)
    }

    @usableFromInline
    static func encoding(any value: any Encodable, name: Name, isSensitive: Bool) -> HeaderField? {
        do {
            return try Coding.header.singleText(of: value).map {
                HeaderField(name, $0, isSensitive: isSensitive)
            }
        } catch {
            var field = HeaderField(name, "", isSensitive: isSensitive)
            field.issue = (error as? KeyValueEncodingIssue)?.isUnwritable == true ? .notFinite : .notScalar
            return field
        }
    }
}

extension WebCookie {
    /// Makes a cookie for a request, a response or a jar.
    ///
    /// The cookie is checked when the request or response that contains it is made. A name, a value or an attribute
    /// that a cookie can't contain throws ``RequestErrorCode/invalidHeaderValue``. A response cookie that browsers
    /// reject throws the same error: a cookie named `__Host-…` with a domain, without `isSecure` or without the path
    /// `/`, and a cookie named `__Secure-…` or with `sameSite: .none` that lacks `isSecure`.
    ///
    /// Requests send no attributes.
    ///
    /// - Parameters:
    ///   - name: The name, which must be a token.
    ///   - value: A string, a number, a `Bool`, an enum with a raw value, or another single value; `nil` becomes an empty string.
    ///     The value must not contain spaces, commas or semicolons.
    ///   - domain: The host of the cookie, including its subdomains. By default the cookie is sent back only to the host that set
    ///     it.
    ///   - path: The path of the cookie, which begins with `/`. By default it is the request's path up to the last slash.
    ///   - expires: The date when the cookie expires, to the second. By default it expires with the session.
    ///   - maxAge: The number of seconds until the cookie expires. Zero or less expires it at once.
    ///   - isSecure: Indicates whether the cookie is sent over https only.
    ///   - isHTTPOnly: Indicates whether scripts can't read the cookie.
    ///   - sameSite: The rule for sending the cookie with requests from other sites.
    public init(
        _ name: String, _ value: some Encodable, domain: String? = nil, path: String? = nil, expires: Date? = nil,
        maxAge: Int? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self = .encoding(value, name: name) ?? WebCookie(name: name, value: "")
        // A received domain is read in the same way.
        self.domain = domain.map { $0.hasPrefix(".") ? $0.dropFirst().lowercased() : $0.lowercased() }
        self.path = path
        self.expires = expires.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// Makes a cookie with any value, as the initialiser does; returns `nil` for a `nil` value.
    @usableFromInline
    static func encoding(_ value: some Encodable, name: String) -> WebCookie? {
        HeaderField.encoding(value, name: .cookie, isSensitive: true).map {
            WebCookie(name: name, value: $0.value, isText: $0.issue == nil)
        }
    }
}
