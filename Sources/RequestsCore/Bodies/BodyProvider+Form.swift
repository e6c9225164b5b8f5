extension BodyProvider {
    /// Makes a body from a value as a form, with the media type `application/x-www-form-urlencoded`.
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
    /// The API's ``Coding`` determines how names, arrays, dates and other values are written. Properties are written in
    /// the order in which the value encodes them. Dictionaries and sets are sorted. If the receiver would decode a
    /// value as a different value, an error is thrown: see ``Coding/formData(from:)``.
    ///
    /// - Parameter value: A value with named properties, or a dictionary.
    /// - Returns: The provider of the body. If the value can't be encoded, resolving the request throws
    ///   ``RequestErrorCode/bodyEncodingFailed``.
    public static func form(_ value: some Encodable & Sendable) -> BodyProvider {
        encoded(value, as: .form)
    }
}
