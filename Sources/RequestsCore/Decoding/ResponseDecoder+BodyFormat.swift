extension ResponseDecoder where Resource: Decodable {
    /// Decodes a body in a format, and sends the format's media type in the Accept field.
    ///
    /// ```swift
    /// api.get(.decoded(Note.self, from: .propertyList), from: "/notes/1")
    /// ```
    ///
    /// An empty body is decoded as `nil` for an optional type. For other types, decoding throws
    /// ``RequestErrorCode/emptyBody``. In JSON and XML, a body of white space is empty. `.json(Note.self)` is the short
    /// form for JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - format: The format, which uses the API's ``Coding``.
    /// - Returns: The decoder.
    public static func decoded(_ type: Resource.Type = Resource.self, from format: BodyFormat) -> Self {
        ResponseDecoder(accept: format.mediaType) { head, data, coding in
            try FormattedBody.value(Resource.self, from: data, of: head, in: format, coding: coding)
        }
    }
}

extension ResponseDecoder {
    /// Decodes a body in a format, and makes the resource from the decoded value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - format: The format, which uses the API's ``Coding``.
    ///   - transform: Makes the resource. An error that it throws becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``, or of ``RequestErrorCode/decodingFailed`` for a `DecodingError`.
    /// - Returns: The decoder.
    public static func decoded<Value: Decodable & SendableMetatype>(
        _ type: Value.Type, from format: BodyFormat, as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> Self {
        ResponseDecoder(accept: format.mediaType) { head, data, coding in
            let value = try FormattedBody.value(type, from: data, of: head, in: format, coding: coding)
            return try resource(from: value, by: transform)
        }
    }
}
