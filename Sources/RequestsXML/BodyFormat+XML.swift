#if XML
public import RequestsCore
public import XMLCoder

extension BodyFormat {
    /// The XML format, with the API's ``Coding``.
    public static let xml = xml()

    /// Makes an XML format with configured coders.
    ///
    /// ```swift
    /// extension BodyFormat {
    ///     static let feed = BodyFormat.xml(root: "feed", decoder: { $0.shouldProcessNamespaces = true })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - root: The name of the outermost element; by default, the name of the value's type, converted like property
    ///     names.
    ///   - encoder: Changes the encoder, which already follows the API's coding.
    ///   - decoder: Changes the decoder, which already follows the API's coding.
    /// - Returns: The format.
    public static func xml(
        root: String? = nil, encoder: (@Sendable (XMLEncoder) -> Void)? = nil,
        decoder: (@Sendable (XMLDecoder) -> Void)? = nil
    ) -> BodyFormat {
        var format = BodyFormat(
            name: "XML", mediaType: .xml, contentType: .xml.with(parameter: "charset", "utf-8"), kind: { $0.isXML }
        ) { value, coding in
            try XMLWriter(coding: coding, root: root, configure: encoder).data(from: value)
        } decode: { body in
            try XMLReader(configure: decoder).read(body)
        }
        format.canBePage = true
        return format
    }
}
#endif
