extension RequestCookie: Codable {
    /// Reads a cookie from a text such as `theme=dark`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let cookies = RequestCookie.values(in: [try container.decode(String.self)])
        guard cookies.count == 1, let cookie = cookies.first else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is not a cookie")
        }
        self.init(ResponseCookie(name: cookie.name, value: cookie.value))
    }

    /// Writes the name and the value, as in a Cookie field.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(pair())
    }

    /// Returns the name and the value, as in a Cookie field.
    ///
    /// - Throws: ``RequestErrorCode/invalidHeaderValue``.
    private func pair() throws(TransportError) -> String {
        do {
            return try RequestCookie.text(of: [self])
        } catch {
            throw TransportError(error)
        }
    }
}
