extension ResponseDecoder where Resource: Decodable {
    /// Decodes a multipart form, and asks for `multipart/form-data`.
    ///
    /// See ``BodyFormat/multipart`` for the rules.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoder.
    public static func multipart(_ type: Resource.Type = Resource.self) -> Self {
        decoded(type, from: .multipart)
    }
}
