extension ResponseDecoder where Resource: Decodable {
    /// Decodes a form, and asks for `application/x-www-form-urlencoded`.
    ///
    /// The API's ``Coding`` has the rules: see ``Coding/value(_:fromForm:)``. An empty body is `nil` for an optional type, and a
    /// form without values for any other type. A page instead of a form is an error that says so.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoder.
    public static func form(_ type: Resource.Type = Resource.self) -> Self {
        decoded(type, from: .form)
    }
}
