#if XML
public import Requests
public import XMLCoder

extension BodyProvider {
    /// A value as XML, with the media type `application/xml; charset=utf-8`.
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
    /// The API's ``Coding`` names the elements and writes dates and data, as in JSON and forms. Elements come in the order in
    /// which the value encodes them, those of a dictionary in one of chance. Attributes are properties with XMLCoder's
    /// `@Attribute`, or named by its `DynamicNodeEncoding`. What the other side could not read back as the same value is
    /// refused with its path: characters that XML can't carry, keys that are no names, an empty array where `nil` is another
    /// value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the outermost element, used as it is. By default that of the value's type, as a property of it would
    ///     be called: `NewIssue` is `newIssue`, or `new_issue` where the API has snake case.
    ///   - configure: Changes the encoder, which has the styles of the API, to one of your own.
    /// - Returns: What makes the body. A value that can't be encoded is ``RequestErrorCode/bodyEncodingFailed`` when the
    ///   request is resolved.
    public static func xml(
        _ value: some Encodable & Sendable, root: String? = nil, configure: (@Sendable (XMLEncoder) -> Void)? = nil
    ) -> BodyProvider {
        encoded(value, as: .xml(root: root, encoder: configure))
    }
}
#endif
