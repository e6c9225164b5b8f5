#if XML
public import RequestsCore
public import XMLCoder

extension BodyProvider {
    /// Makes an XML body from a value, with the media type `application/xml; charset=utf-8`.
    ///
    /// ```swift
    /// // POST /notes
    /// // Content-Type: application/xml; charset=utf-8
    /// //
    /// // <?xml version="1.0" encoding="UTF-8"?>
    /// // <note><title>Tea</title><at>2024-05-01T12:00:00Z</at></note>
    /// api.post(.xml(note, root: "note"), to: "/notes")
    /// ```
    ///
    /// The API's ``Coding`` sets element names and the formats of dates and data, as in JSON and forms. Elements have
    /// the order in which the value encodes them; a dictionary's elements have a random order. To write an attribute,
    /// use XMLCoder's `@Attribute`, or declare it in XMLCoder's `DynamicNodeEncoding`.
    ///
    /// A value that can't be read back unchanged is rejected with its path: for example, characters that XML can't
    /// carry, keys that are not XML names, or an empty array that would be read as `nil`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the outermost element, used unchanged. By default, it is the name of the value's type,
    ///     converted like property names: `NewIssue` becomes `newIssue`, or `new_issue` if the API uses snake case.
    ///   - configure: Changes the encoder, which already follows the API's coding.
    /// - Returns: The provider of the body. If the value can't be encoded, resolving the request throws
    ///   ``RequestErrorCode/bodyEncodingFailed``.
    public static func xml(
        _ value: some Encodable & Sendable, root: String? = nil, configure: (@Sendable (XMLEncoder) -> Void)? = nil
    ) -> BodyProvider {
        encoded(value, as: .xml(root: root, encoder: configure))
    }
}
#endif
