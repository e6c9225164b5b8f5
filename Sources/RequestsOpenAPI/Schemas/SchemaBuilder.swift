import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// Makes the schemas of types, as an API's coding encodes them (JSON Schema 2020-12).
final class SchemaBuilder {
    let coding: Coding
    /// The schemas of named types, by name, in order of first use.
    private(set) var components = JSONValue.Object()
    private var names: [ObjectIdentifier: String] = [:]
    private var forms: [ObjectIdentifier: TypeForm] = [:]
    /// The types that are known to be decodable.
    private var decodables: [ObjectIdentifier: any Decodable.Type] = [:]
    private var taken: Set<String> = []
    /// The names of the components that describe no Swift type.
    private var unnamed: [JSONValue: String] = [:]
    /// The property whose schema is being made.
    private var site: (type: Any.Type, property: String)?
    /// The problems since the last call of ``takeProblems()``.
    private var problems: [(place: String?, message: String)] = []

    /// Indicates whether the schemas describe only the values that a client sends and reads, not all that a server
    /// accepts.
    var describesClient = false

    private let samples: Samples

    init(coding: Coding, samples: Samples) {
        self.coding = coding
        self.samples = samples
    }

    /// Returns and clears the problems found so far.
    func takeProblems() -> [(place: String?, message: String)] {
        defer { problems = [] }
        return problems
    }

    /// Notes a problem.
    func fail(_ type: Any.Type?, _ property: String?, _ message: String) {
        let name = type.map { "\($0)" }
        let place = [name, property].compactMap(\.self).joined(separator: ".")
        problems.append((place.isEmpty ? nil : place, message))
    }

    /// Returns the form of a type, which is inspected only once.
    func form(of type: Any.Type) -> TypeForm {
        if let known = forms[ObjectIdentifier(type)] { return known }
        let decodable = decodables[ObjectIdentifier(type)]
        let form = TypeForm(of: type, decodable, coding: coding, samples: samples)
        forms[ObjectIdentifier(type)] = form
        switch form {
        case .object(let properties): for property in properties { note(property.type) }
        case .value(let other): note(other)
        default: break
        }
        return form
    }

    /// Returns the form of a type that is known to be decodable.
    func form(of type: any Decodable.Type) -> TypeForm {
        note(type)
        return form(of: type as Any.Type)
    }

    private func note(_ type: any Decodable.Type) { decodables[ObjectIdentifier(type)] = type }

    /// Returns the wrapped type of an optional; other types unchanged.
    func unwrapped(_ type: Any.Type) -> Any.Type {
        if case .optional(let wrapped) = form(of: type) { wrapped } else { type }
    }

    /// Returns the schema of a type; for a type with properties or cases, a reference to a component.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - isJSON: Whether the value is in JSON. Paths, queries, fields and forms have no `null`, and contain files as
    ///     bytes.
    /// - Returns: The schema.
    func schema(of type: Any.Type, isJSON: Bool = true) -> JSONValue {
        if type == FileValue.self, !isJSON {
            return ["type": "string", "contentMediaType": "application/octet-stream"]
        }
        switch form(of: type) {
        case .optional(let wrapped):
            let schema = schema(of: wrapped, isJSON: isJSON)
            return isJSON ? Self.nullable(schema) : schema
        case .described(let described): return component(type) { described.schema }
        case .scalar(let scalar): return scalar.schema(coding: coding, isJSON: isJSON)
        case .cases(let values): return component(type) { EnumValues.schema(of: values) }
        case .elements(let element): return ["type": "array", "items": schema(of: element, isJSON: isJSON)]
        case .dictionary(let key, let value): return dictionary(type, key, value, isJSON: isJSON)
        case .value(let other): return schema(of: other, isJSON: isJSON)
        case .object(let properties): return component(type) { object(properties, of: type) }
        case .sampled(let samples): return component(type) { schema(ofCases: type) ?? SampleSchema.schema(of: samples) }
        case .unseen:
            failUnseen(type)
            return [:]
        }
    }

    /// Notes a problem for a type that can't be inspected.
    func failUnseen(_ type: Any.Type) {
        guard case .unseen(let property, let reason) = form(of: type) else { return }
        let cure = "add an example or make the type conform to SchemaProviding"
        fail(type, property, "can't be described because \(reason): \(cure)")
    }

    /// Returns the schema of an enum with associated values whose cases appear in examples; `nil` for other types.
    ///
    /// The compiler's `encode(to:)` encodes such a value as an object with one member, whose name is that of the case.
    private func schema(ofCases type: Any.Type) -> JSONValue? {
        guard let cases = samples.cases(of: type, coding: coding) else { return nil }
        let members = cases.map { found in
            let values = found.values.map { value in
                let isOptional = unwrapped(value.type) != value.type
                return (name: value.name, schema: schema(of: value.type), isRequired: !isOptional)
            }
            return (name: found.name, schema: Self.object(values), isRequired: false)
        }
        guard case .object(var schema) = Self.object(members) else { return nil }
        schema["minProperties"] = 1
        schema["maxProperties"] = 1
        return .object(schema)
    }

    /// Returns the schema of a header field; HTTP's date fields have a special date format.
    func schema(ofField name: HeaderField.Name, _ type: Any.Type) -> JSONValue {
        let type = unwrapped(type)
        guard type == Date.self else { return schema(of: type, isJSON: false) }
        return Scalar.date.schema(coding: coding.inField(name), isJSON: false)
    }

    /// Returns whether values of a type are a single text.
    func isSingle(_ type: Any.Type) -> Bool {
        switch form(of: type) {
        case .scalar, .cases: true
        case .value(let other): isSingle(other)
        case .described(let type): !["object", "array"].contains(type.schema["type"]?.string ?? "string")
        case .sampled(let values): !values.contains { ["object", "array"].contains(SampleSchema.kind(of: $0)) }
        case .optional, .elements, .dictionary, .object, .unseen: false
        }
    }

    /// Returns the schema of a stream's element; for an event, its fields.
    func schema(ofElement type: Any.Type) -> JSONValue {
        guard let event = type as? any EventType.Type else { return schema(of: type) }
        let payload = event.payloadType
        var data: JSONValue.Object = ["type": "string"]
        if payload != String.self {
            data["contentMediaType"] = "application/json"
            data["contentSchema"] = schema(of: payload)
        }
        if describesClient {
            return ["type": "object", "properties": ["data": .object(data)], "required": ["data"]]
        }
        return [
            "type": "object",
            "properties": [
                "event": ["type": "string"], "data": .object(data), "id": ["type": "string"],
                "retry": ["type": "integer", "minimum": 0],
            ],
            "required": ["data"],
        ]
    }

    /// Returns the schema of an object with some properties of a type.
    ///
    /// - Parameters:
    ///   - properties: The properties.
    ///   - type: The type, for problems.
    ///   - isJSON: Whether the object is JSON, and not in a query.
    /// - Returns: The schema.
    func object(_ properties: [TypeShape.Property], of type: Any.Type, isJSON: Bool = true) -> JSONValue {
        let outer = site
        defer { site = outer }
        return Self.object(
            properties.map { property in
                site = (type, property.key)
                let schema = schema(of: property.type, isJSON: isJSON)
                let isNullable = property.isOptional && isJSON
                return (
                    coding.keys.wireName(of: property.key),
                    extended(isNullable ? Self.nullable(schema) : schema, property.key, of: type),
                    !property.isOptional
                )
            })
    }

    /// Returns the schema of an object with some members.
    static func object(_ members: [(name: String, schema: JSONValue, isRequired: Bool)]) -> JSONValue {
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        return .object(
            .present([
                ("type", "object"),
                ("properties", .object(JSONValue.Object(members.map { (key: $0.name, value: $0.schema) }))),
                ("required", required.isEmpty ? nil : .array(required)),
            ]))
    }

    private func dictionary(_ type: Any.Type, _ key: Any.Type, _ value: Any.Type, isJSON: Bool) -> JSONValue {
        let isNamed = key == String.self || key == Int.self || key is any CodingKeyRepresentable.Type
        guard isNamed else {
            let cure = "make \(key) conform to CodingKeyRepresentable"
            fail(site?.type ?? type, site?.property, "can't be described because its keys aren't strings: \(cure)")
            return [:]
        }
        var schema: JSONValue.Object = ["type": "object"]
        schema["propertyNames"] = names(of: key)
        schema["additionalProperties"] = self.schema(of: value, isJSON: isJSON)
        return .object(schema)
    }

    /// Returns the schema of a dictionary's names; `nil` if any name is possible, or if the names are unknown.
    private func names(of key: Any.Type) -> JSONValue? {
        if key == Int.self { return ["pattern": "^-?[0-9]+$"] }
        guard key != String.self, let type = key as? any CaseIterable.Type else { return nil }
        let names = Self.names(ofKeys: type)
        return names.isEmpty ? nil : ["enum": .array(names)]
    }

    private static func names<Key: CaseIterable>(ofKeys type: Key.Type) -> [JSONValue] {
        type.allCases.compactMap { key in
            (key as? any CodingKeyRepresentable).map { .string($0.codingKey.stringValue) }
        }
    }

    /// Returns a reference to the schema of a named type, which is made on first use.
    private func component(_ type: Any.Type, _ make: () -> JSONValue) -> JSONValue {
        if let name = names[ObjectIdentifier(type)] { return Self.reference(to: name) }
        let name = freeName(for: type)
        names[ObjectIdentifier(type)] = name
        taken.insert(name)
        // This reserves the component's position at its first use. A recursive type refers to the component while it is
        // made.
        components[name] = [:]
        components[name] = make()
        return Self.reference(to: name)
    }

    /// Returns a reference to a schema that describes no Swift type, and that is made only once.
    func component(named name: String, _ schema: JSONValue) -> JSONValue {
        if let name = unnamed[schema] { return Self.reference(to: name) }
        let name = freeName(of: [name])
        unnamed[schema] = name
        taken.insert(name)
        components[name] = schema
        return Self.reference(to: name)
    }

    private func freeName(for type: Any.Type) -> String {
        freeName(of: TypeName.candidates(for: type).filter { !$0.isEmpty })
    }

    private func freeName(of candidates: [String]) -> String {
        if let name = candidates.first(where: { !taken.contains($0) }) { return name }
        let base = candidates.last ?? "Type"
        var number = 2
        while taken.contains("\(base)\(number)") { number += 1 }
        return "\(base)\(number)"
    }

    private static func reference(to name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// Returns a schema that also allows `null`.
    static func nullable(_ schema: JSONValue) -> JSONValue {
        guard case .object(var object) = schema else { return schema }
        // An empty schema allows everything.
        if object.isEmpty { return schema }
        if case .array(let choices)? = object["anyOf"] {
            if choices.last != ["type": "null"] { object["anyOf"] = .array(choices + [["type": "null"]]) }
            return .object(object)
        }
        guard case .string(let type)? = object["type"], object["enum"] == nil else {
            if case .array? = object["type"] { return schema }
            return ["anyOf": [schema, ["type": "null"]]]
        }
        object["type"] = [.string(type), "null"]
        return .object(object)
    }
}
