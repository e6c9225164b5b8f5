#if XML
public import RequestsCore
public import XMLCoder

extension ResponseDecoder where Resource: Decodable {
    /// Decodes XML, and requests `application/xml`.
    ///
    /// The API's ``Coding`` sets how names, dates and data are decoded. The name of the outermost element does not matter. Text
    /// is kept unchanged, including whitespace; only whitespace between elements is dropped. The byte order mark, the
    /// Content-Type or the XML declaration, in this order, sets the charset (RFC 7303, section 3). Nothing outside the document
    /// is ever read. Declared entities are an error, and so are elements that are nested more than 100 levels deep.
    ///
    /// A property is read from the element with its name, such as `dc:title` for a coding key. If there is no such
    /// element, it is read from an element whose name consists of a namespace prefix and the property's name.
    ///
    /// An empty body, or a body of white space, is `nil` for an optional type, and throws
    /// ``RequestErrorCode/emptyBody`` for other types.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - configure: Changes the decoder, which already follows the API's coding.
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
    ///   - transform: Makes the resource. An error that it throws becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``; a `DecodingError` becomes the underlying error of
    ///     ``RequestErrorCode/decodingFailed``.
    ///   - configure: Changes the decoder, which already follows the API's coding.
    /// - Returns: The decoder.
    public static func xml<Value: Decodable & SendableMetatype>(
        _ type: Value.Type,
        as transform: @escaping @Sendable (Value) throws -> Resource,
        configure: (@Sendable (XMLDecoder) -> Void)? = nil
    ) -> Self {
        decoded(type, from: .xml(decoder: configure), as: transform)
    }
}
#endif
