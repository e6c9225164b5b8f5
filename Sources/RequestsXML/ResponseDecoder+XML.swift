#if XML
public import Requests
public import XMLCoder

extension ResponseDecoder where Resource: Decodable {
    /// Decodes XML, and asks for `application/xml`.
    ///
    /// The API's ``Coding`` says how names, dates and data are read; the name of the outermost element does not matter. Text is
    /// exact, white space with it, and only the white space between elements is left out. The charset is that of the byte order
    /// mark, of the Content-Type or of the XML declaration, in this order (RFC 7303, section 3). Nothing outside of the document
    /// is ever read: entities that it declares are an error, and so are elements in one another more than 100 deep.
    ///
    /// An empty body is `nil` for an optional type, and ``RequestErrorCode/emptyBody`` for another.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - configure: Changes the decoder, which has the styles of the API, to one of your own.
    /// - Returns: The decoder.
    public static func xml(
        _ type: Resource.Type = Resource.self, configure: (@Sendable (XMLDecoder) -> Void)? = nil
    ) -> Self {
        decoded(type, from: .xml(decoder: configure))
    }
}

extension ResponseDecoder {
    /// Decodes XML, and makes the resource from what was decoded.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - configure: Changes the decoder, which has the styles of the API, to one of your own.
    ///   - transform: Makes the resource. What it throws becomes the underlying error of
    ///     ``RequestErrorCode/decodingFailed``.
    /// - Returns: The decoder.
    public static func xml<Value: Decodable & SendableMetatype>(
        _ type: Value.Type,
        configure: (@Sendable (XMLDecoder) -> Void)? = nil,
        as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> Self {
        decoded(type, from: .xml(decoder: configure), as: transform)
    }
}
#endif
