extension RequestError<Never> {
    /// Makes the error for a request with a part that HTTP doesn't allow.
    init(_ issue: SyntaxIssue) {
        let code: RequestErrorCode =
            switch issue.subject {
            case .method: .invalidMethod
            case .fieldName: .invalidHeaderName
            case .fieldValue: .invalidHeaderValue
            case .framingField: .reservedHeaderField
            }
        self.init(code: code, message: issue.message)
    }
}

extension RequestCookie {
    /// Makes the field of all cookies: `a=1; b=2`.
    ///
    /// - Throws: ``RequestErrorCode/invalidHeaderValue``.
    static func field(of cookies: [RequestCookie]) throws(TransportError) -> HeaderField {
        do {
            return HeaderField(.cookie, try text(of: cookies))
        } catch {
            throw TransportError(error)
        }
    }
}

extension ResponseCookie {
    /// Makes the value of the Set-Cookie field that sets the cookie.
    ///
    /// - Throws: ``RequestErrorCode/invalidHeaderValue`` for a cookie that no client would read back unchanged.
    func fieldValue() throws(TransportError) -> String {
        do {
            return try text()
        } catch {
            throw TransportError(error)
        }
    }
}

extension ResponseCookie: Codable {
    /// Reads a cookie from the text of a Set-Cookie field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cookie = ResponseCookie(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is not a cookie")
        }
        self = cookie
    }

    /// Writes the cookie as the text of a Set-Cookie field, with its value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fieldValue())
    }
}
