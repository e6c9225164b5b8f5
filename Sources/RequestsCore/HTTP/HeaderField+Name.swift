extension HeaderField {
    /// The name of a field; case is ignored when names are compared (RFC 9110, section 5.1).
    ///
    /// You can write a name as a string literal. Add your API's names as static members:
    ///
    /// ```swift
    /// extension HeaderField.Name {
    ///     static let apiVersion: Self = "X-Api-Version"
    /// }
    /// ```
    public struct Name: RawRepresentable, Sendable {
        /// The name, with its case unchanged.
        public let rawValue: String

        /// Makes a name.
        ///
        /// Resolving a request with a name that isn't a token fails with ``RequestErrorCode/invalidHeaderName``.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes a name.
        ///
        /// Resolving a request with a name that isn't a token fails with ``RequestErrorCode/invalidHeaderName``.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension HeaderField.Name: Hashable {
    /// Returns whether two names are equal, ignoring the case of ASCII letters.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue.equalsIgnoringASCIICase(rhs.rawValue)
    }

    /// Hashes the name, ignoring the case of its ASCII letters.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte.asciiLowercased) }
    }
}

extension HeaderField.Name: ExpressibleByStringLiteral {
    /// Makes a name from a literal: `"X-Api-Version"`.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension HeaderField.Name: CustomStringConvertible {
    /// The name, with its case unchanged.
    public var description: String { rawValue }
}

extension HeaderField.Name: Codable {}

extension HeaderField.Name {
    /// Indicates whether fields with this name carry credentials by definition.
    var isSensitive: Bool { Redaction.isSensitive(fieldName: rawValue) }
}

extension HeaderField.Name {
    /// `Accept` (RFC 9110, section 12.5.1).
    public static let accept = Self("Accept")
    /// `Accept-Encoding` (RFC 9110, section 12.5.3).
    public static let acceptEncoding = Self("Accept-Encoding")
    /// `Accept-Language` (RFC 9110, section 12.5.4).
    public static let acceptLanguage = Self("Accept-Language")
    /// `Allow` (RFC 9110, section 10.2.1).
    public static let allow = Self("Allow")
    /// `Authorization` (RFC 9110, section 11.6.2), always sensitive.
    public static let authorization = Self("Authorization")
    /// `Cache-Control` (RFC 9111, section 5.2).
    public static let cacheControl = Self("Cache-Control")
    /// `Connection` (RFC 9110, section 7.6.1).
    public static let connection = Self("Connection")
    /// `Content-Disposition` (RFC 6266).
    public static let contentDisposition = Self("Content-Disposition")
    /// `Content-Encoding` (RFC 9110, section 8.4).
    public static let contentEncoding = Self("Content-Encoding")
    /// `Content-Language` (RFC 9110, section 8.5).
    public static let contentLanguage = Self("Content-Language")
    /// `Content-Length` (RFC 9110, section 8.6).
    ///
    /// The transport sets this field. A request that sets it fails with ``RequestErrorCode/reservedHeaderField``.
    public static let contentLength = Self("Content-Length")
    /// `Content-Range` (RFC 9110, section 14.4).
    public static let contentRange = Self("Content-Range")
    /// `Content-Type` (RFC 9110, section 8.3).
    public static let contentType = Self("Content-Type")
    /// `Cookie` (RFC 6265, section 5.4), always sensitive.
    public static let cookie = Self("Cookie")
    /// `Date` (RFC 9110, section 6.6.1).
    public static let date = Self("Date")
    /// `ETag` (RFC 9110, section 8.8.3).
    public static let eTag = Self("ETag")
    /// `Expect` (RFC 9110, section 10.1.1).
    public static let expect = Self("Expect")
    /// `Host` (RFC 9110, section 7.2).
    ///
    /// The value comes from the URL. A request that sets this field fails with
    /// ``RequestErrorCode/reservedHeaderField``.
    public static let host = Self("Host")
    /// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey = Self("Idempotency-Key")
    /// `If-Match` (RFC 9110, section 13.1.1).
    public static let ifMatch = Self("If-Match")
    /// `If-Modified-Since` (RFC 9110, section 13.1.3).
    public static let ifModifiedSince = Self("If-Modified-Since")
    /// `If-None-Match` (RFC 9110, section 13.1.2).
    public static let ifNoneMatch = Self("If-None-Match")
    /// `If-Range` (RFC 9110, section 13.1.5).
    public static let ifRange = Self("If-Range")
    /// `If-Unmodified-Since` (RFC 9110, section 13.1.4).
    public static let ifUnmodifiedSince = Self("If-Unmodified-Since")
    /// `Last-Modified` (RFC 9110, section 8.8.2).
    public static let lastModified = Self("Last-Modified")
    /// `Link` (RFC 8288).
    public static let link = Self("Link")
    /// `Location` (RFC 9110, section 10.2.2).
    public static let location = Self("Location")
    /// `Origin` (RFC 6454, section 7).
    public static let origin = Self("Origin")
    /// `Prefer` (RFC 7240).
    public static let prefer = Self("Prefer")
    /// `Proxy-Authorization` (RFC 9110, section 11.7.2), always sensitive.
    public static let proxyAuthorization = Self("Proxy-Authorization")
    /// `Range` (RFC 9110, section 14.2).
    public static let range = Self("Range")
    /// `Referer` (RFC 9110, section 10.1.3), sent without the URL's user and fragment.
    public static let referer = Self("Referer")
    /// `Retry-After` (RFC 9110, section 10.2.3).
    public static let retryAfter = Self("Retry-After")
    /// `Set-Cookie` (RFC 6265, section 4.1), always sensitive.
    public static let setCookie = Self("Set-Cookie")
    /// `Transfer-Encoding` (RFC 9112, section 6.1).
    ///
    /// The transport sets this field. A request that sets it fails with ``RequestErrorCode/reservedHeaderField``.
    public static let transferEncoding = Self("Transfer-Encoding")
    /// `User-Agent` (RFC 9110, section 10.1.5).
    public static let userAgent = Self("User-Agent")
    /// `WWW-Authenticate` (RFC 9110, section 11.6.1).
    public static let wwwAuthenticate = Self("WWW-Authenticate")
}
