extension BodyProvider {
    /// Makes a body of a value as a form, with the media type `application/x-www-form-urlencoded`.
    ///
    /// ```swift
    /// // POST /signup
    /// // Content-Type: application/x-www-form-urlencoded
    /// //
    /// // name=Ada%20Lovelace&address%5Bcity%5D=London&tags=math&tags=poetry
    /// api.post(.form(SignUp(name: "Ada Lovelace", address: .init(city: "London"), tags: ["math", "poetry"])), to: "/signup")
    ///
    /// // grant_type=refresh_token&scope=read
    /// api.post(.form(["grant_type": "refresh_token", "scope": "read"]), to: "/token")
    /// ```
    ///
    /// The API's ``Coding`` sets how names, arrays, dates and other values are written. Properties come in the order in which the value
    /// encodes them. Dictionaries and sets are sorted. A value that the other side could not read back unchanged is an error: see
    /// ``Coding/formData(from:)``.
    ///
    /// - Parameter value: The value, which has named properties, or a dictionary.
    /// - Returns: The provider of the body. A value that can't be encoded is ``RequestErrorCode/bodyEncodingFailed`` when the request is
    ///   resolved.
    public static func form(_ value: some Encodable & Sendable) -> BodyProvider {
        encoded(value, as: .form)
    }
}
