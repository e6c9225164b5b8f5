#if XML
public import Requests
public import XMLCoder

extension BodyProvider {
    /// Makes a body of a value as XML, with the media type `application/xml; charset=utf-8`.
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
    /// The API's ``Coding`` names the elements and writes dates and data, as in JSON and forms. Elements come in the order in which the
    /// value encodes them. The order of a dictionary's elements is random. To write an attribute, use XMLCoder's `@Attribute` for the
    /// property, or name it in XMLCoder's `DynamicNodeEncoding`.
    ///
    /// A value that the other side could not read back unchanged is rejected, with its path. Examples are characters that XML can't carry,
    /// keys that are not XML names, and an empty array if `nil` is a different value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the outermost element, used as it is. By default it is made from the name of the value's type, by the rules
    ///     for property names: `NewIssue` becomes `newIssue`, or `new_issue` if the API uses snake case.
    ///   - configure: Changes the encoder, which has the styles of the API.
    /// - Returns: The provider of the body. A value that can't be encoded is ``RequestErrorCode/bodyEncodingFailed`` when the request is
    ///   resolved.
    public static func xml(
        _ value: some Encodable & Sendable, root: String? = nil, configure: (@Sendable (XMLEncoder) -> Void)? = nil
    ) -> BodyProvider {
        encoded(value, as: .xml(root: root, encoder: configure))
    }
}
#endif
