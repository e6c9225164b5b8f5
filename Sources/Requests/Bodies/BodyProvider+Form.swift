extension BodyProvider {
    /// A value as a form, with the media type `application/x-www-form-urlencoded`.
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
    /// The API's ``Coding`` says how names, arrays, dates and the rest are written. Properties come in the order in which the
    /// value encodes them; dictionaries and sets are sorted. What the other side could not read back as the same value is an
    /// error: see ``Coding/formData(from:)``.
    ///
    /// - Parameter value: The value, which has named properties, or a dictionary.
    /// - Returns: What makes the body. A value that can't be encoded is ``RequestErrorCode/bodyEncodingFailed`` when the
    ///   request is resolved.
    public static func form(_ value: some Encodable & Sendable) -> BodyProvider {
        encoded(value, as: .form)
    }
}
