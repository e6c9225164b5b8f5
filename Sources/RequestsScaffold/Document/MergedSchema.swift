import Requests
import RequestsOpenAPI

/// A schema with the parts of its `allOf` and the targets of its references merged.
struct MergedSchema {
    private(set) var types: Set<String>?
    private(set) var isNullable = false
    private(set) var properties: [(name: String, schema: JSONValue)] = []
    private(set) var required: Set<String> = []
    private(set) var additional: JSONValue?
    private(set) var items: JSONValue?
    /// The values of `enum`, of `const`, or of alternatives with a `const`, without `null`; `nil` if any value is
    /// possible.
    private(set) var values: [JSONValue]?
    /// The names that the document gives to values.
    private(set) var valueNames: [JSONValue: String] = [:]
    private(set) var format: String?
    /// The examples that are strings.
    private(set) var examples: [String] = []
    /// The examples that are objects.
    ///
    /// They contain examples of their properties.
    private var objects: [JSONValue.Object] = []
    /// The schema of JSON that is contained in a string.
    private(set) var contentSchema: JSONValue?
    private(set) var isBase64 = false
    private(set) var isBinary = false
    /// The alternatives of `oneOf` or `anyOf` without `null`, if there are several.
    private(set) var alternatives: [JSONValue] = []
    private(set) var discriminator: JSONValue.Object?
    private(set) var words = ""
    private(set) var isDeprecated = false
    private(set) var isReadOnly = false
    /// The bounds of values, and their default.
    private(set) var limits = JSONValue.Object()
    private(set) var isWriteOnly = false
    /// The parts that no declaration can express.
    private(set) var omissions: [String] = []

    private static let partLimit = 500

    private static let limitKeywords = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "minItems", "maxItems", "uniqueItems", "default",
    ]

    /// The references to the parts.
    private var followed: Set<String> = []

    /// Merges the parts of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - document: The document with the targets of references.
    ///   - isAlternative: Whether the schema is an alternative that is being merged with the properties next to it. The
    ///     alternatives inside such a schema aren't merged.
    init(_ schema: JSONValue, _ document: Document, isAlternative: Bool = false) {
        var parts = [schema]
        var count = 0
        while let part = parts.popLast(), count < Self.partLimit {
            count += 1
            guard let members = part.object else { continue }
            read(members)
            var next: [JSONValue] = []
            if let reference = members["$ref"]?.string {
                let target = document.target(of: reference)
                if followed.insert(reference).inserted, let target { next.append(target) }
                if target == nil {
                    omissions.append("the schema `\(SwiftText.line(reference))`, because it isn't in the document")
                }
            }
            next += members["allOf"]?.array ?? []
            for name in ["oneOf", "anyOf"] { next += only(members[name], in: part, document) }
            parts += next.reversed()
        }
        finish()
        if !alternatives.isEmpty, !properties.isEmpty, !isAlternative { mergeAlternatives(document) }
    }

    /// Reads the members of one part.
    ///
    /// The description comes from the first part that contains one.
    private mutating func read(_ members: JSONValue.Object) {
        if words.isEmpty { words = members["description"]?.string ?? members["title"]?.string ?? "" }
        if let names = members["type"]?.string.map({ [$0] }) ?? members["type"]?.array?.compactMap(\.string) {
            types = types.map { Self.common($0, Set(names)) } ?? Set(names)
        }
        if members["nullable"] == true { isNullable = true }
        for (name, schema) in members["properties"]?.object ?? [:] { add(name, schema) }
        required.formUnion(members["required"]?.array?.compactMap(\.string) ?? [])
        if let own = members["additionalProperties"] {
            additional = own == false ? own : Self.combined(additional == false ? nil : additional, own)
        }
        items = Self.combined(items, members["items"])
        contentSchema = members["contentSchema"] ?? contentSchema
        if let found = members["const"].map({ [$0] }) ?? members["enum"]?.array {
            values = values.map { $0.filter(found.contains) } ?? found
            // OpenAPI has no names for enum values, so many documents add them in an extension.
            let names = members["x-enum-varnames"]?.array ?? members["x-enumNames"]?.array ?? []
            for (value, name) in zip(found, names.compactMap(\.string)) { valueNames[value] = name }
        }
        format = members["format"]?.string ?? format
        let all = [members["example"], members["default"]].compactMap(\.self) + (members["examples"]?.array ?? [])
        examples += all.compactMap(\.string)
        objects += all.compactMap(\.object)
        if members["contentEncoding"]?.string == "base64" { isBase64 = true }
        if members["contentMediaType"] != nil, members["contentEncoding"] == nil { isBinary = true }
        discriminator = members["discriminator"]?.object ?? discriminator
        if members["deprecated"] == true { isDeprecated = true }
        for name in Self.limitKeywords where limits[name] == nil { limits[name] = members[name] }
        if members["readOnly"] == true { isReadOnly = true }
        if members["writeOnly"] == true { isWriteOnly = true }
        for name in ["patternProperties", "if", "prefixItems"] where members[name] != nil {
            omissions.append("the keyword `\(name)`")
        }
    }

    private mutating func add(_ name: String, _ schema: JSONValue) {
        guard let index = properties.firstIndex(where: { $0.name == name }) else {
            return properties.append((name, schema))
        }
        properties[index].schema = Self.combined(properties[index].schema, schema) ?? schema
    }

    /// Returns the schema of values that two schemas describe: the more specific schema, or a combination of both.
    private static func combined(_ first: JSONValue?, _ second: JSONValue?) -> JSONValue? {
        guard let first, let second else { return first ?? second }
        if first == second || isGeneric(first) { return second }
        return isGeneric(second) ? first : ["allOf": [second, first]]
    }

    /// Returns whether a schema doesn't describe the parts of a value.
    private static func isGeneric(_ schema: JSONValue) -> Bool {
        let words: Set<String> = ["description", "title", "example", "examples"]
        guard let members = schema.object else { return schema == true }
        return members.allSatisfy { $0.key == "type" && $0.value == "object" || words.contains($0.key) }
    }

    /// Returns the types that two lists of types allow.
    private static func common(_ first: Set<String>, _ second: Set<String>) -> Set<String> {
        let both = first.intersection(second)
        // Every integer is also a number.
        return both.isEmpty && first.union(second).isSuperset(of: ["integer", "number"]) ? ["integer"] : both
    }

    /// Returns the alternative of a list with a single alternative; otherwise stores the alternatives.
    private mutating func only(_ list: JSONValue?, in part: JSONValue, _ document: Document) -> [JSONValue] {
        guard let all = list?.array, !all.isEmpty else { return [] }
        var others = all.filter { !$0.isNullSchema }
        if others.count < all.count { isNullable = true }
        // Numbers include integers, and so do lists of numbers.
        for path in [["type"], ["items", "type"]] {
            func type(_ schema: JSONValue) -> JSONValue? { path.reduce(schema) { $0?[$1] } }
            if others.contains(where: { type($0) == "number" }) { others.removeAll { type($0) == "integer" } }
        }
        if others.count == 1 { return others }
        // An annotated enumeration (OpenAPI 3.1.1, section 4.8.24.3).
        let constants = others.map(document.resolved).compactMap { part in
            part["const"] ?? part["enum"]?.array.flatMap { $0.count == 1 ? $0[0] : nil }
        }
        if constants.count == others.count, constants.allSatisfy({ $0.object == nil && $0.array == nil }) {
            for (value, part) in zip(constants, others) where valueNames[value] == nil {
                valueNames[value] = document.resolved(part)["title"]?.string
            }
            return [["enum": .array(constants)]]
        }
        // Alternatives that only require properties don't change the type.
        let isObject = part["type"] == "object" || part["properties"] != nil
        if others.allSatisfy({ !Self.hasForm($0, besidesObject: isObject) }) { return [] }
        if alternatives.isEmpty {
            alternatives = others
        } else {
            omissions.append("a second list of `oneOf` or `anyOf` schemas")
        }
        return []
    }

    private static func hasForm(_ schema: JSONValue, besidesObject isObject: Bool) -> Bool {
        let names = [
            "$ref", "properties", "additionalProperties", "enum", "const", "items", "allOf", "anyOf", "oneOf", "format",
        ]
        return names.contains { schema[$0] != nil } || schema["type"].map { !isObject || $0 != "object" } ?? false
    }

    private mutating func finish() {
        for (index, property) in properties.enumerated() where property.schema["example"] == nil {
            let example = objects.lazy.compactMap { $0[property.name] }.first
            guard let example, case .object(var members) = property.schema, members["$ref"] == nil else { continue }
            members["example"] = example
            properties[index].schema = .object(members)
        }
        if types?.remove("null") != nil { isNullable = true }
        if let all = values {
            let others = all.filter { $0 != .null }
            if others.count < all.count { isNullable = true }
            values = others.isEmpty ? nil : others
        }
        if types?.isEmpty == true { types = nil }
        if types == nil {
            if !properties.isEmpty {
                types = ["object"]
            } else if items != nil {
                types = ["array"]
            } else if let values {
                types = Set(values.map(\.schemaType))
            }
        }
    }

    /// Adds the properties of the alternatives, as optional properties, to the properties next to the alternatives.
    private mutating func mergeAlternatives(_ document: Document) {
        let own = Set(properties.map(\.name))
        let merged = alternatives.map { MergedSchema($0, document, isAlternative: true) }
        let names = merged.map { Set($0.properties.map(\.name)) }
        // The alternatives of a base contain the base. This schema is such a base, or one of its alternatives.
        let isInBase = merged.contains { !$0.followed.isDisjoint(with: followed) }
        if !isInBase, discriminator != nil, names.allSatisfy(own.isSubset) { return properties = [] }
        alternatives = []
        if isInBase, names.contains(own) { return }
        if isInBase || !merged.allSatisfy(\.isObject) {
            return omissions.append("the `oneOf` or `anyOf` schemas next to `properties`")
        }
        omissions += merged.flatMap(\.omissions)
        let others = merged.flatMap(\.properties).filter { !own.contains($0.name) }
        for (name, all) in Dictionary(grouping: others, by: \.name).sorted(by: { $0.key < $1.key }) {
            let schemas = all.map(\.schema)
            let isOne = schemas.allSatisfy { $0 == schemas[0] }
            properties.append((name, isOne ? schemas[0] : ["anyOf": .array(schemas)]))
        }
    }

    /// The only type; `nil` if there are several, or if any is possible.
    var type: String? { types?.count == 1 ? types?.first : nil }

    /// Indicates whether values are objects with known properties.
    var isObject: Bool { !properties.isEmpty && types?.contains("object") != false && alternatives.isEmpty }

    /// The names of the properties, including required properties that aren't described.
    var names: Set<String> { required.union(properties.map(\.name)) }

    /// The only value.
    var constant: JSONValue? { values?.count == 1 ? values?.first : nil }
}
