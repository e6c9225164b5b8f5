import Requests

/// The values in the examples of an API's endpoints, for types that can't be inspected by decoding.
struct Samples {
    private var values: [ObjectIdentifier: [any Encodable]] = [:]

    /// Collects a value and all nested values.
    mutating func collect(_ value: Any, depth: Int = 0) {
        guard depth < 16 else { return }
        if let value = value as? any Encodable { values[ObjectIdentifier(type(of: value)), default: []].append(value) }
        for child in Mirror(reflecting: value).children { collect(child.value, depth: depth + 1) }
    }

    /// Returns the JSON of all values of a type; `nil` if there are none.
    func json(of type: Any.Type, coding: Coding) -> [JSONValue]? {
        values[ObjectIdentifier(type)]?.compactMap { try? JSONValue(encoding: $0, coding: coding) }
    }
}

extension Samples {
    /// A case of an enum, with its associated values.
    struct Case {
        let name: String
        var values: [(name: String, type: Any.Type)] = []
    }

    /// Returns the cases of an enum with associated values, as encoded by the compiler's `encode(to:)`.
    ///
    /// - Returns: `nil` if a value is encoded differently, or if there are no values.
    func cases(of type: Any.Type, coding: Coding) -> [Case]? {
        var cases: [Case] = []
        for value in values[ObjectIdentifier(type)] ?? [] {
            guard let found = Self.writtenCase(of: value, coding: coding) else { return nil }
            if !cases.contains(where: { $0.name == found.name }) { cases.append(found) }
        }
        return cases.isEmpty ? nil : cases
    }

    private static func writtenCase(of value: any Encodable, coding: Coding) -> Case? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let members = try? JSONValue(encoding: value, coding: coding).object,
            members.count == 1, let (name, json) = members.first, let written = json.object
        else { return nil }
        var found = Case(name: name)
        if let payload = mirror.children.first?.value {
            let parts = Mirror(reflecting: payload)
            let values = parts.displayStyle == .tuple ? Array(parts.children) : [(label: nil, value: payload)]
            found.values = values.enumerated().map { index, part in
                // Unlabeled parts are named `.0`, `.1` and so on.
                let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(index)"
                return (coding.keys.wireName(of: label), Swift.type(of: part.value))
            }
        }
        return written.allSatisfy { member in found.values.contains { $0.name == member.key } } ? found : nil
    }
}

/// Infers schemas from JSON values.
enum SampleSchema {
    /// Returns the schema that matches all values; a member is optional if any value lacks it.
    static func schema(of values: [JSONValue]) -> JSONValue {
        var kinds: [String: [JSONValue]] = [:]
        for value in values { kinds[kind(of: value), default: []].append(value) }
        // Each integer is also a number.
        if let integers = kinds["integer"], let numbers = kinds["number"] {
            kinds["number"] = numbers + integers
            kinds["integer"] = nil
        }
        let schemas = kinds.sorted { $0.key < $1.key }.map { schema(of: $0.value, $0.key) }
        return schemas.count == 1 ? schemas[0] : schemas.isEmpty ? [:] : ["anyOf": .array(schemas)]
    }

    private static func schema(of values: [JSONValue], _ kind: String) -> JSONValue {
        switch kind {
        case "array": ["type": "array", "items": schema(of: values.flatMap { $0.array ?? [] })]
        case "object": object(values.compactMap(\.object))
        default: ["type": .string(kind)]
        }
    }

    private static func object(_ objects: [JSONValue.Object]) -> JSONValue {
        var members: [(name: String, values: [JSONValue])] = []
        var positions: [String: Int] = [:]
        for (name, value) in objects.joined() {
            if let position = positions[name] {
                members[position].values.append(value)
            } else {
                positions[name] = members.count
                members.append((name, [value]))
            }
        }
        return SchemaBuilder.object(
            members.map { ($0.name, schema(of: $0.values), $0.values.count == objects.count) })
    }

    /// Returns the name of a value's type in JSON Schema.
    static func kind(of value: JSONValue) -> String {
        switch value {
        case .string: "string"
        case .number(let number):
            number.description.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 } ? "integer" : "number"
        case .bool: "boolean"
        case .null: "null"
        case .array: "array"
        case .object: "object"
        }
    }
}
