#if XML
public import Requests
public import XMLCoder

extension BodyFormat {
    /// The XML format, with the styles of the API's ``Coding``.
    public static let xml = xml()

    /// Makes an XML format with changed coders.
    ///
    /// ```swift
    /// extension BodyFormat {
    ///     static let feed = BodyFormat.xml(root: "feed", decoder: { $0.shouldProcessNamespaces = true })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - root: The name of the outermost element that is written. By default it is made from the name of the value's type, by the rules
    ///     for property names.
    ///   - encoder: Changes the encoder, which has the styles of the API.
    ///   - decoder: Changes the decoder, which has the styles of the API.
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
