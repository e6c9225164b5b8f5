extension WebCookie: Codable {
    /// Decodes a cookie from the value of a Set-Cookie field, such as `theme=dark; Path=/`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cookie = WebCookie(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the string is not a cookie")
        }
        self = cookie
    }

    /// Encodes the cookie as the value of a Set-Cookie field.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fieldValue())
    }
}

extension WebCookie {
    /// Makes the value of the Set-Cookie field that sets the cookie.
    ///
    /// - Throws: ``RequestErrorCode/invalidHeaderValue`` for a cookie that no client would read back unchanged.
    package func fieldValue() throws(TransportError) -> String {
        do {
            return try text()
        } catch {
            throw TransportError(error)
        }
    }

    /// Makes the Cookie field of a request: `a=1; b=2`.
    ///
    /// - Throws: ``RequestErrorCode/invalidHeaderValue``.
    static func field(of cookies: [WebCookie]) throws(TransportError) -> HeaderField {
        do {
            return HeaderField(.cookie, try text(of: cookies))
        } catch {
            throw TransportError(error)
        }
    }
}
