#if XML
public import Requests
public import XMLCoder

extension ResponseDecoder where Resource: Decodable {
    /// Decodes XML, and asks for `application/xml`.
    ///
    /// The API's ``Coding`` sets how names, dates and data are read. The name of the outermost element does not matter. Text is kept
    /// exactly, including its white space. Only the white space between elements is left out. The charset comes from the byte order mark,
    /// the Content-Type or the XML declaration, in this order (RFC 7303, section 3). Nothing outside the document is ever read: entities
    /// that it declares are an error. Elements that are nested more than 100 deep are an error, too.
    ///
    /// An empty body is `nil` for an optional type, and ``RequestErrorCode/emptyBody`` for other types.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - configure: Changes the decoder, which has the styles of the API.
    /// - Returns: The decoder.
    public static func xml(
        _ type: Resource.Type = Resource.self, configure: (@Sendable (XMLDecoder) -> Void)? = nil
    ) -> Self {
        decoded(type, from: .xml(decoder: configure))
    }
}

extension ResponseDecoder {
    /// Decodes XML, and makes the resource from the decoded value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - configure: Changes the decoder, which has the styles of the API.
    ///   - transform: Makes the resource. An error that it throws becomes the underlying error of
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
