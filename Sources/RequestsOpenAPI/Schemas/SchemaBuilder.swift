import Foundation
import Requests

/// Makes the schemas of types, as the styles of an API write their values (JSON Schema 2020-12).
final class SchemaBuilder {
    private let coding: Coding
    /// The schemas of named types, by their names, in the order of their first use.
    private(set) var components = JSONValue.Object()
    private var names: [ObjectIdentifier: String] = [:]
    private var taken: Set<String> = []
    private var shapes: [ObjectIdentifier: Result<TypeShape, UnseenType>] = [:]
    /// The problems since the last call of ``takeProblems()``.
    private var problems: [(place: String?, message: String)] = []

    init(coding: Coding) {
        self.coding = coding
    }

    /// Returns the problems that were found so far, and forgets them.
    func takeProblems() -> [(place: String?, message: String)] {
        defer { problems = [] }
        return problems
    }

    /// Notes a problem.
    func fail(_ type: Any.Type?, _ property: String?, _ message: String) {
        let name = type.map { "\($0)" }
        problems.append(([name, property].compactMap(\.self).joined(separator: "."), message))
    }

    /// Returns the schema of a type: a reference to a component for a type with properties or cases.
    func schema(of type: Any.Type, isJSON: Bool = true) -> JSONValue {
        if let optional = type as? any OptionalType.Type {
            let schema = schema(of: optional.wrappedType, isJSON: isJSON)
            return isJSON ? Self.nullable(schema) : schema
        }
        if let type = type as? any SchemaProviding.Type { return component(type) { type.schema } }
        if let scalar = ScalarSchema.schema(of: type, coding: coding, isJSON: isJSON) { return scalar }
        if let type = type as? any CollectionType.Type {
            return ["type": "array", "items": schema(of: type.elementType, isJSON: isJSON)]
        }
        if let type = type as? any DictionaryType.Type { return dictionary(type, isJSON: isJSON) }
        if let type = type as? any CaseIterable.Type, type is any RawRepresentable.Type,
            let values = EnumValues.all(of: type, coding: coding)
        {
            return component(type) { EnumValues.schema(of: values) }
        }
        guard let type = type as? any Decodable.Type else {
            fail(type, nil, "isn't Decodable, so its schema is unknown")
            return [:]
        }
        return decoded(type, isJSON: isJSON)
    }

    /// Returns the schema of a header field: the date fields of HTTP have their own form of dates.
    func schema(ofField name: HeaderField.Name, _ type: Any.Type) -> JSONValue {
        let type = (type as? any OptionalType.Type)?.wrappedType ?? type
        guard type == Date.self else { return schema(of: type, isJSON: false) }
        return ScalarSchema.schema(of: type, coding: coding.inField(name), isJSON: false) ?? [:]
    }

    /// Returns whether the schema of a type comes from what it decodes.
    func isInspected(_ type: Any.Type) -> Bool {
        let isDescribed =
            type is any SchemaProviding.Type || type is any CollectionType.Type || type is any OptionalType.Type
            || type is any DictionaryType.Type || type is any CaseIterable.Type && type is any RawRepresentable.Type
        return !isDescribed && ScalarSchema.schema(of: type, coding: coding, isJSON: true) == nil
    }

    /// Returns the schema of an element of a stream: of an event, its fields.
    func schema(ofElement type: Any.Type) -> JSONValue {
        guard let event = type as? any EventType.Type else { return schema(of: type) }
        let payload = event.payloadType
        var data: JSONValue.Object = ["type": "string"]
        if payload != String.self {
            data["contentMediaType"] = "application/json"
            data["contentSchema"] = schema(of: payload)
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

    /// Returns the form of a type, which is found out once.
    func shape(of type: any Decodable.Type) throws(UnseenType) -> TypeShape {
        let id = ObjectIdentifier(type)
        if let known = shapes[id] { return try known.get() }
        let shape = Result { () throws(UnseenType) in try TypeShape(of: type) }
        shapes[id] = shape
        return try shape.get()
    }

    /// Returns the schema of a type by what it decodes.
    private func decoded(_ type: any Decodable.Type, isJSON: Bool) -> JSONValue {
        if let name = names[ObjectIdentifier(type)] { return Self.reference(to: name) }
        do throws(UnseenType) {
            switch try shape(of: type) {
            case .value(let other): return schema(of: other, isJSON: isJSON)
            case .elements(let element): return ["type": "array", "items": schema(of: element, isJSON: isJSON)]
            case .object(let properties): return component(type) { self.object(properties, of: type) }
            }
        } catch {
            fail(type, error.property, "can't be described: \(error.reason). Conform to SchemaProviding.")
            return [:]
        }
    }

    /// Returns the schema of an object with some properties of a type.
    ///
    /// - Parameters:
    ///   - properties: The properties.
    ///   - type: The type.
    ///   - isJSON: Whether the object is JSON, and not a form or a query, which have no `null`, and files as bytes.
    /// - Returns: The schema.
    func object(_ properties: [TypeShape.Property], of type: Any.Type, isJSON: Bool = true) -> JSONValue {
        var members = JSONValue.Object()
        var required: [JSONValue] = []
        for property in properties {
            let name = coding.keys.wireName(of: property.key)
            let file = isJSON ? nil : Self.file(property.type)
            let schema = file ?? schema(of: property.type, isJSON: isJSON)
            members[name] = property.isOptional && isJSON ? Self.nullable(schema) : schema
            // A form and a query write an empty list as nothing.
            let canBeMissing = property.isOptional || !isJSON && property.type is any CollectionType.Type
            if !canBeMissing { required.append(.string(name)) }
        }
        var object: JSONValue.Object = ["type": "object", "properties": .object(members)]
        if !required.isEmpty { object["required"] = .array(required) }
        return .object(object)
    }

    /// Returns the schema of a file, or of several files; `nil` for another type.
    private static func file(_ type: Any.Type) -> JSONValue? {
        if let optional = type as? any OptionalType.Type { return file(optional.wrappedType) }
        if let list = type as? any CollectionType.Type {
            return file(list.elementType).map { ["type": "array", "items": $0] }
        }
        return type == FileValue.self ? ["type": "string", "contentMediaType": "application/octet-stream"] : nil
    }

    private func dictionary(_ type: any DictionaryType.Type, isJSON: Bool) -> JSONValue {
        let isNamed =
            type.keyType == String.self || type.keyType == Int.self || type.keyType is any CodingKeyRepresentable.Type
        guard isNamed else {
            fail(type, nil, "can't be described: its keys aren't strings, so JSON writes it as an array")
            return [:]
        }
        return ["type": "object", "additionalProperties": schema(of: type.valueType, isJSON: isJSON)]
    }

    /// Returns a reference to the schema of a named type, and makes the schema if it is new.
    private func component(_ type: Any.Type, _ make: () -> JSONValue) -> JSONValue {
        if let name = names[ObjectIdentifier(type)] { return Self.reference(to: name) }
        let name = freeName(for: type)
        names[ObjectIdentifier(type)] = name
        taken.insert(name)
        // The place of the component is that of its first use; a recursive type meets it while it is made.
        components[name] = [:]
        components[name] = make()
        return Self.reference(to: name)
    }

    private func freeName(for type: Any.Type) -> String {
        let candidates = TypeName.candidates(for: type).filter { !$0.isEmpty }
        if let name = candidates.first(where: { !taken.contains($0) }) { return name }
        let base = candidates.last ?? "Type"
        var number = 2
        while taken.contains("\(base)\(number)") { number += 1 }
        return "\(base)\(number)"
    }

    private static func reference(to name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// Returns a schema that allows `null`, too.
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
