import Foundation
import Requests

/// A schema in a normalized form, which is the same for equivalent schemas.
///
/// - `nullable: true` means the same as an alternative `null` in `anyOf` or `oneOf`.
/// - The parts of `allOf` are merged.
/// - `const` is an `enum` with one value.
struct SchemaForm {
    /// The types; `nil` for any.
    var types: Set<String>?
    /// The values of `enum` or `const`; `nil` for any.
    var values: [JSONValue]?
    /// Indicates whether `null` is allowed in addition to the values of references or alternatives.
    var addsNull = false
    /// The references that a value must also match.
    var references: [String] = []
    /// The alternatives in each `anyOf` and `oneOf`, without `null`.
    ///
    /// A value must match one alternative of each list.
    var alternatives: [[JSONValue]] = []
    /// The other members.
    var members: JSONValue.Object = [:]
    /// Indicates whether parts are missing because they are nested too deeply.
    private(set) var isTooDeep = false

    private static var depthLimit: Int { 64 }

    /// Makes the form of a schema at a nesting depth.
    init(_ schema: JSONValue, depth: Int = 0) {
        guard depth < Self.depthLimit else {
            isTooDeep = true
            return
        }
        switch schema {
        case .bool(false): types = []
        case .object(let object): read(object, depth + 1)
        default: break
        }
        finish()
    }

    /// Returns the form with the references replaced by their targets.
    func expanded(_ document: DocumentReferences) -> SchemaForm {
        var form = self
        var seen: Set<String> = []
        let isNullable = addsNull && !references.isEmpty
        while let pointer = form.references.popLast() {
            guard seen.insert(pointer).inserted else { continue }
            if let target = document.target(of: pointer) {
                form.add(SchemaForm(target))
            } else {
                form.members["$ref"] = .string(pointer)
            }
        }
        form.finish()
        if isNullable {
            form.addsNull = true
            form.types?.insert("null")
        }
        return form
    }

    /// Indicates whether every value matches.
    var isAny: Bool {
        types == nil && values == nil && references.isEmpty && alternatives.isEmpty
            && members.allSatisfy { SchemaWords.names.contains($0.key) }
    }

    /// Indicates whether the form is a single reference, possibly with descriptions or `null`.
    var isReference: Bool {
        references.count == 1 && alternatives.isEmpty && types == nil && values == nil
            && members.allSatisfy { SchemaWords.names.contains($0.key) }
    }

    var allowsNull: Bool {
        if addsNull { return true }
        guard references.isEmpty, alternatives.isEmpty else { return false }
        return types?.contains("null") != false && values?.contains(.null) != false
    }

    private mutating func read(_ object: JSONValue.Object, _ depth: Int) {
        var isNullable = false
        for (name, value) in object {
            switch name {
            case "$ref": if let pointer = value.string { references.append(pointer) }
            case "type":
                let names = value.string.map { [$0] } ?? value.array?.compactMap(\.string)
                if let names { restrict(types: Set(names)) }
            case "nullable": isNullable = value == true
            case "enum": if let elements = value.array { restrict(values: elements) }
            case "const": restrict(values: [value])
            case "anyOf": readAlternatives(value.array ?? [], depth)
            case "oneOf":
                let count = alternatives.count
                readAlternatives(value.array ?? [], depth)
                // A value must match exactly one of these alternatives.
                if alternatives.count > count { members[SchemaMember.exclusive] = true }
            case "allOf": break
            default: members[name] = value
            }
        }
        if isNullable, types != nil { types?.insert("null") }
        for part in object["allOf"]?.array ?? [] { add(SchemaForm(part, depth: depth)) }
    }

    private mutating func readAlternatives(_ elements: [JSONValue], _ depth: Int) {
        let others = elements.filter { !$0.isNullSchema }
        let hasNull = others.count < elements.count
        if others.count == 1 {
            var only = SchemaForm(others[0], depth: depth)
            if hasNull { only.allowNull() }
            add(only)
        } else if others.isEmpty {
            restrict(types: ["null"])
        } else if let types = Self.types(of: others) {
            restrict(types: hasNull ? types.union(["null"]) : types)
        } else {
            alternatives.append(others)
            if hasNull { addsNull = true }
        }
    }

    /// Returns the types of alternatives that only consist of a type.
    private static func types(of alternatives: [JSONValue]) -> Set<String>? {
        let types = alternatives.compactMap { $0.object?.count == 1 ? $0["type"]?.string : nil }
        return types.count == alternatives.count ? Set(types) : nil
    }

    private mutating func allowNull() {
        types?.insert("null")
        if let values, !values.contains(.null) { self.values = values + [.null] }
        if !references.isEmpty || !alternatives.isEmpty { addsNull = true }
    }

    private mutating func restrict(types new: Set<String>) {
        guard let types else { return types = new }
        var both = types.intersection(new)
        if types.contains("integer") && new.contains("number") || types.contains("number") && new.contains("integer") {
            both.insert("integer")
        }
        self.types = both
    }

    private mutating func restrict(values new: [JSONValue]) {
        guard let values else { return values = new }
        let allowed = Set(new)
        self.values = values.filter(allowed.contains)
    }

    /// Adds the requirements of another form.
    private mutating func add(_ other: SchemaForm) {
        let isOpen = types == nil && values == nil && references.isEmpty && alternatives.isEmpty
        addsNull = isOpen ? other.addsNull : addsNull && other.allowsNull
        if let types = other.types { restrict(types: types) }
        if let values = other.values { restrict(values: values) }
        if other.isTooDeep { isTooDeep = true }
        references += other.references
        alternatives += other.alternatives
        for (name, value) in other.members {
            members[name] = members[name].map { SchemaMember.both(name, $0, value) } ?? value
        }
    }

    /// Removes members that have no effect, and adds members that follow from other members.
    private mutating func finish() {
        for name in ["minLength", "minItems", "minProperties"] where members[name] == 0 { members[name] = nil }
        if members["pattern"] == "" { members["pattern"] = nil }
        if types == nil, references.isEmpty, alternatives.isEmpty {
            if members["properties"] != nil {
                types = ["object"]
            } else if members["items"] != nil {
                types = ["array"]
            }
            if types != nil, addsNull { types?.insert("null") }
        }
        if let values, !values.isEmpty, references.isEmpty, alternatives.isEmpty {
            let used = Set(values.map(\.schemaType))
            if let types {
                self.values = values.filter {
                    types.contains($0.schemaType) || types.contains("number") && $0.schemaType == "integer"
                }
            } else {
                types = used
            }
            if !used.contains("null") { types?.remove("null") }
        }
        references = Array(Set(references)).sorted()
        if types?.subtracting(["null"]) == ["integer"] {
            SchemaBound.include("minimum", "exclusiveMinimum", 1, in: &members)
            SchemaBound.include("maximum", "exclusiveMaximum", -1, in: &members)
        }
        if let values { dropLimits(of: values) }
    }

    /// Removes the numeric limits of a list of values, and the values outside these limits.
    private mutating func dropLimits(of values: [JSONValue]) {
        let limits = (
            SchemaBound(members, "minimum", exclusive: "exclusiveMinimum"),
            SchemaBound(members, "maximum", exclusive: "exclusiveMaximum")
        )
        self.values = values.filter { value in
            guard case .number = value else { return true }
            return limits.0?.allows(value, isLower: true) != false && limits.1?.allows(value, isLower: false) != false
        }
        for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] { members[name] = nil }
    }
}

extension JSONValue {
    /// Indicates whether the value is a schema that allows only `null`, or that contains only `nullable: true`.
    package var isNullSchema: Bool {
        let others = object?.filter { !SchemaWords.names.contains($0.key) }.map(\.key)
        return others == ["nullable"] && self["nullable"] == true || self["type"] == "null" || self["type"] == ["null"]
            || self["const"] == .null || self["enum"] == [.null]
    }

    /// The value's type in JSON Schema.
    package var schemaType: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let number): number.isInteger ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
