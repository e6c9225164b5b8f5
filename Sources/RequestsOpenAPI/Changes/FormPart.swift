package import Requests

/// The encoding of a property in a form: plain text, text with nested names, or content with a media type.
///
/// Without an Encoding Object, the media type follows from the table in OpenAPI 3.1.1, section 4.8.15.1.
package struct FormPart {
    package enum Form {
        case text, nested, content
    }

    package let form: Form
    /// The media type, or several media types with commas; `*/*` if alternatives differ.
    package let contentType: String
    /// Indicates whether an Encoding Object contains the media type.
    package let isExplicit: Bool
    /// Indicates whether each element of the property is encoded separately.
    package let isList: Bool

    private static let scalars: Set<String> = ["string", "number", "integer", "boolean"]

    package init(_ schema: JSONValue, encoding: JSONValue?, _ document: DocumentReferences) {
        let content = Self.usual(of: schema, document)
        let isBytes = content.type == MediaType.octetStream.rawValue
        let hasStyle = !isBytes && ["style", "explode"].contains { encoding?[$0] != nil }
        // A style overrides the media type.
        let explicit = hasStyle ? nil : encoding?["contentType"]?.string
        isExplicit = explicit != nil
        isList = content.isList
        contentType = explicit ?? content.type
        let isText = content.type == "text/plain" && contentType.lowercased().hasPrefix("text/plain")
        form = isText ? .text : hasStyle ? .nested : .content
    }

    /// Returns the media type that the values of a schema have without an Encoding Object.
    private static func usual(
        of schema: JSONValue, _ document: DocumentReferences, isElement: Bool = false, depth: Int = 0
    ) -> (type: String, isList: Bool) {
        let form = SchemaForm(schema).expanded(document)
        guard depth < 8 else { return ("*/*", false) }
        if let alternatives = form.alternatives.first {
            let parts = alternatives.map { usual(of: $0, document, isElement: isElement, depth: depth + 1) }
            let types = Set(parts.map(\.type))
            return (types.count == 1 ? parts[0].type : "*/*", parts.contains(where: \.isList))
        }
        let types = form.types?.subtracting(["null"])
        let isEncoded = form.members["contentEncoding"] != nil
        let isBinary = form.members["format"] == "binary" || form.members["contentMediaType"] != nil && !isEncoded
        guard let types, !types.isEmpty, !isBinary else { return (MediaType.octetStream.rawValue, false) }
        if types == ["array"], !isElement {
            return (usual(of: form.members["items"] ?? [:], document, isElement: true, depth: depth + 1).type, true)
        }
        return (types.isSubset(of: scalars) ? "text/plain" : MediaType.json.rawValue, false)
    }
}
