import Requests

/// Converts the objects of OpenAPI 3.0 to 3.1, which uses the schemas of JSON Schema 2020-12.
enum SchemaUpgrade {
    /// Converts an object of 3.0, whose parts have already been converted, to 3.1.
    static func upgraded(_ object: JSONValue.Object, kind: NodeKind) -> JSONValue.Object {
        if kind == .schema { return schema(object) }
        if kind == .document {
            var document = object
            document["openapi"] = .string(OpenAPI.Version.v3_1.rawValue)
            return document
        }
        // A binary body needs no schema: the media type describes it (OpenAPI 3.1.1, section 4.8.14.3).
        guard kind == .mediaType, object["schema"] == bytes else { return object }
        var media = object
        media["schema"] = nil
        return media
    }

    private static let bytes: JSONValue = ["type": "string", "contentMediaType": "application/octet-stream"]

    private static let changed: Set<String> = [
        "nullable", "format", "example", "exclusiveMinimum", "exclusiveMaximum", "allOf",
    ]

    private static func schema(_ old: JSONValue.Object) -> JSONValue.Object {
        guard old.contains(where: { changed.contains($0.key) }) else { return old }
        var new = JSONValue.Object()
        for (key, value) in old {
            switch (key, value) {
            case ("nullable", _): break
            case ("format", "byte"): new["contentEncoding"] = "base64"
            case ("format", "binary"): new["contentMediaType"] = "application/octet-stream"
            case ("minimum", _) where old["exclusiveMinimum"] == true: new["exclusiveMinimum"] = value
            case ("maximum", _) where old["exclusiveMaximum"] == true: new["exclusiveMaximum"] = value
            case ("exclusiveMinimum", .bool), ("exclusiveMaximum", .bool): break
            case ("example", _): if old["examples"] == nil { new["examples"] = [value] }
            case ("allOf", _):
                // In 3.0, a reference can have other members only if it is wrapped in such a list.
                if let target = Self.onlyReference(in: value) { new["$ref"] = target } else { new[key] = value }
            default: new[key] = value
            }
        }
        return old["nullable"] == true ? nullable(new) : new
    }

    /// Returns the target of a list that contains nothing but a reference.
    private static func onlyReference(in list: JSONValue) -> JSONValue? {
        guard let elements = list.array, elements.count == 1, elements[0].object?.count == 1 else { return nil }
        return elements[0]["$ref"]
    }

    /// The members of a schema that don't restrict `null`.
    private static let annotations: Set<String> = [
        "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "externalDocs", "xml",
    ]

    /// Returns whether a member of a schema doesn't restrict `null`.
    static func isAnnotation(_ name: String) -> Bool { annotations.contains(name) || name.hasPrefix("x-") }

    /// The members that combine other schemas.
    static let combining: Set<String> = ["allOf", "anyOf", "oneOf", "not", "$ref"]

    /// Returns a schema that also allows `null`, whatever the form of the schema.
    private static func nullable(_ schema: JSONValue.Object) -> JSONValue.Object {
        var result = schema
        guard schema.contains(where: { combining.contains($0.key) }) else {
            if let type = schema["type"]?.string { result["type"] = [.string(type), "null"] }
            if case .array(let values)? = schema["enum"], !values.contains(.null) {
                result["enum"] = .array(values + [.null])
            }
            return result
        }
        var asserted = JSONValue.Object()
        for (key, value) in schema where !isAnnotation(key) {
            asserted[key] = value
            result[key] = nil
        }
        if asserted.count == 1, let choices = asserted["anyOf"]?.array {
            result["anyOf"] = .array(choices + [["type": "null"]])
        } else {
            result["anyOf"] = [.object(asserted), ["type": "null"]]
        }
        return result
    }
}
