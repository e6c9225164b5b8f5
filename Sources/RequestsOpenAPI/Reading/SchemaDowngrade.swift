import Requests

/// Converts a schema from JSON Schema 2020-12 to OpenAPI 3.0; `SchemaUpgrade` converts it back.
struct SchemaDowngrade {
    /// The schema in the form of 3.0.
    private(set) var schema = JSONValue.Object()
    /// The members that 3.0 can't express, with the reasons.
    private(set) var omissions: [(name: String, reason: String)] = []
    /// Schemas that a value must match besides the members of `schema`.
    private var requirements: [JSONValue] = []
    private let old: JSONValue.Object

    /// Converts a schema whose parts have already been converted.
    init(_ old: JSONValue.Object) {
        self.old = old
        for (name, value) in old { add(name, value) }
        if schema["type"] == "array", schema["items"] == nil { schema["items"] = [:] }
        if !requirements.isEmpty { schema["allOf"] = .array(requirements + (schema["allOf"]?.array ?? [])) }
    }

    static let reason = "can't be expressed in OpenAPI 3.0, and is left out"

    /// The schema of `null` in 3.0, which has no type for `null`.
    private static let null: JSONValue = ["enum": [.null]]

    // MARK: - Members that 3.0 lacks

    /// The members that exist in both versions, possibly in different forms, and those that are converted to other
    /// members.
    private static let known: Set<String> = [
        "title", "description", "default", "deprecated", "readOnly", "writeOnly", "externalDocs", "xml", "example",
        "examples", "discriminator", "type", "nullable", "format", "enum", "const", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "contentEncoding",
        "contentMediaType", "items", "minItems", "maxItems", "uniqueItems", "properties", "required",
        "additionalProperties", "minProperties", "maxProperties", "allOf", "anyOf", "oneOf", "not", "$ref",
    ]

    /// The members that 3.0 lacks, each with the member that describes the rest of the same value.
    ///
    /// Without `prefixItems`, for example, `items` would apply to all elements, so it is omitted as well.
    private static let rests = ["prefixItems": "items", "patternProperties": "additionalProperties"]

    /// Returns the members of a schema that 3.0 can't express in any form.
    static func unknown(in schema: JSONValue.Object) -> [String] {
        let names = schema.map(\.key).filter { !known.contains($0) && !$0.hasPrefix("x-") }
        return names + names.compactMap { rests[$0] }.filter { schema[$0] != nil }
    }

    // MARK: - Members in another form

    private mutating func add(_ name: String, _ value: JSONValue) {
        switch (name, value) {
        case ("$ref", _) where old.count > 1: requirements.insert(["$ref": value], at: 0)
        case ("type", .array(let names)): setTypes(names.compactMap(\.string))
        case ("type", "null"): setTypes(["null"])
        case ("anyOf", .array(let choices)) where choices.contains(Self.null): setAlternatives(choices)
        case ("const", _): set(["enum": [value]], unless: "enum")
        case ("exclusiveMinimum", .number): set(["minimum": value, name: true], unless: "minimum")
        case ("exclusiveMaximum", .number): set(["maximum": value, name: true], unless: "maximum")
        case ("examples", _): setExample(value.array ?? [])
        case ("contentEncoding", "base64") where old["format"] == nil: schema["format"] = "byte"
        case ("contentMediaType", "application/octet-stream")
        where old["format"] == nil && old["contentEncoding"] == nil:
            schema["format"] = "binary"
        case ("contentEncoding", _), ("contentMediaType", _): omissions.append((name, Self.reason))
        // A list of required members must not be empty.
        case ("required", []): break
        default: schema[name] = value
        }
    }

    /// Adds members.
    ///
    /// If the schema already has a member with a name, adds a separate schema with these members instead.
    private mutating func set(_ members: JSONValue.Object, unless name: String) {
        guard old[name] == nil else { return requirements.append(.object(members)) }
        for (name, value) in members { schema[name] = value }
    }

    private mutating func setExample(_ values: [JSONValue]) {
        if let first = values.first { schema["example"] = first }
        guard values.count > 1 else { return }
        let reason = "has more than one value, but OpenAPI 3.0 allows only one: only the first is kept"
        omissions.append(("examples", reason))
    }

    private mutating func setTypes(_ names: [String]) {
        let others = names.filter { $0 != "null" }
        let values = old["enum"]?.array ?? old["const"].map { [$0] }
        let allowsNull = others.count < names.count && values?.contains(.null) != false
        guard let first = others.first else { return set(["enum": [.null]], unless: "enum") }
        // In 3.0, `nullable` applies to a single type.
        let choices = others.map { name in
            var choice: JSONValue.Object = ["type": .string(name)]
            if name == first, allowsNull { choice["nullable"] = true }
            if name == "array" { choice["items"] = old["items"] ?? [:] }
            return JSONValue.object(choice)
        }
        if others.count > 1 {
            set(["anyOf": .array(choices)], unless: "anyOf")
        } else if allowsNull, old.contains(where: { SchemaUpgrade.combining.contains($0.key) }) {
            // If the schema refers to other schemas, `nullable` would allow `null` even if those schemas forbid it.
            requirements += choices
        } else {
            schema["type"] = .string(first)
            if allowsNull { schema["nullable"] = true }
        }
    }

    /// Adds alternatives, one of which is `null`.
    private mutating func setAlternatives(_ choices: [JSONValue]) {
        let others = choices.filter { $0 != Self.null }
        let isAlone = old.allSatisfy { SchemaUpgrade.isAnnotation($0.key) || $0.key == "anyOf" }
        guard isAlone, let first = others.first?.object else { return schema["anyOf"] = .array(choices) }
        schema["nullable"] = true
        if others.count > 1 {
            schema["anyOf"] = .array(others)
        } else if first.count == 1, first["$ref"] != nil {
            schema["allOf"] = .array(others)
        } else if first["type"] != nil, !first.contains(where: { SchemaUpgrade.combining.contains($0.key) }) {
            for (name, value) in first where old[name] == nil { schema[name] = value }
            if let values = first["enum"]?.array, !values.contains(.null) {
                schema["enum"] = .array(values + [.null])
            }
        } else {
            schema["anyOf"] = .array(others)
        }
    }
}
