import Requests

extension DocumentComparison {
    /// Notes the properties of a declared form that the provider's document encodes differently.
    ///
    /// - Returns: The declared media type without the schemas of contents, because a declaration describes contents
    ///   only as bytes.
    mutating func compareParts(
        of declared: JSONValue.Object, with provided: JSONValue.Object, _ location: String, isMultipart: Bool
    ) -> JSONValue.Object {
        guard case .object(var schema)? = declared["schema"], var properties = schema["properties"]?.object,
            let other = provided["schema"].map({ SchemaForm($0).expanded(new) })?.members["properties"]?.object
        else { return declared }
        for (name, property) in properties {
            // A client that declares any JSON contradicts nothing.
            guard let counterpart = other[name], !SchemaForm(property).isAny else { continue }
            let before = FormPart(property, encoding: declared["encoding"]?[name], old)
            let after = FormPart(counterpart, encoding: provided["encoding"]?[name], new)
            if before.form != .content, after.form != .content { continue }
            // In URL-encoded forms, even content is text, and many documents don't describe the nested names of such
            // forms.
            let isSame =
                isMultipart ? before.form == after.form : before.form != .nested || !after.isExplicit
            if !isSame {
                note("body-encoding-changed", "\(location), \(name)", old: before.words, new: after.words)
            }
            if !isSame || isMultipart || before.form == .text { properties[name] = [:] }
        }
        schema["properties"] = .object(properties)
        var media = declared
        media["schema"] = .object(schema)
        return media
    }
}

extension FormPart {
    fileprivate var words: JSONValue { form == .nested ? "nested names" : .string(contentType) }
}
