import Foundation
import Requests

/// The parameters and the body of an endpoint's requests.
struct InputDescription {
    private(set) var parameters: [JSONValue] = []
    /// The Request Body Object; `nil` without a body.
    private(set) var body: JSONValue?
    private let coding: Coding
    private let schemas: SchemaBuilder
    private let endpoint: any DescribedEndpoint

    /// Indicates whether a request can have values that the server rejects.
    var canFail: Bool { !parameters.isEmpty || body != nil }

    init(_ endpoint: any DescribedEndpoint, coding: Coding, schemas: SchemaBuilder) {
        self.endpoint = endpoint
        self.coding = coding
        self.schemas = schemas
        addQueryOfTemplate()
        if let type = endpoint.inputType { add(type) }
        checkPath()
    }

    /// Notes a problem for each placeholder of the path without a parameter.
    private func checkPath() {
        for name in endpoint.template.placeholders {
            if parameters.contains(where: { $0["in"] == "path" && $0["name"]?.text == name }) { continue }
            schemas.fail(endpoint.inputType, nil, "has no property for the placeholder `\(name)` of the path")
        }
    }

    private mutating func add(_ type: any Decodable.Type) {
        let scheme = endpoint.scheme
        if let name = scheme.onlyPlaceholder, isSingle(type) {
            addPath(name, type)
        } else if scheme.others == .query, let dictionary = type as? any DictionaryType.Type {
            let values = schemas.schema(of: dictionary.valueType, isJSON: false)
            let schema: JSONValue = ["type": "object", "additionalProperties": values]
            add("query", "parameters", isOptional: true, schema)
        } else if case .object(let properties)? = shape(of: type) {
            add(properties, of: type)
        } else if scheme.others == .query {
            schemas.fail(type, nil, "is in the query, and describes itself as a whole: its items are unknown")
        } else {
            setBody(schemas.schema(of: type), .whole, isOptional: type is any OptionalType.Type, type: type)
        }
    }

    /// Returns whether a value of the type is a single text.
    private func isSingle(_ type: any Decodable.Type) -> Bool {
        if ScalarSchema.schema(of: type, coding: coding, isJSON: false) != nil { return true }
        if case .value(let other)? = try? schemas.shape(of: type), let other = other as? any Decodable.Type {
            return isSingle(other)
        }
        return false
    }

    /// Returns the form of a type; notes a problem if it can't be known.
    private func shape(of type: any Decodable.Type) -> TypeShape? {
        guard schemas.isInspected(type), !isSingle(type) else { return nil }
        do throws(UnseenType) {
            return try schemas.shape(of: type)
        } catch {
            schemas.fail(type, error.property, "can't be described: \(error.reason)")
            return nil
        }
    }

    private mutating func add(_ properties: [TypeShape.Property], of type: any Decodable.Type) {
        var fields: [TypeShape.Property] = []
        for property in properties {
            let place = property.place ?? endpoint.scheme.place(of: property.key, property.type, coding: coding)
            let name = coding.keys.wireName(of: property.key)
            switch place {
            case .path:
                let name = endpoint.scheme.placeholder(for: property.key, coding: coding) ?? name
                addPath(name, property.type, examples: .property(property.key))
            case .query: addQuery(name, property)
            case .header:
                let name = WrapperName.field(property.key)
                add("header", name.rawValue, property, schemas.schema(ofField: name, property.type))
            // A list of all cookies has no names.
            case .cookie where property.type == [RequestCookie].self || property.type == [RequestCookie]?.self: break
            case .cookie: add("cookie", name, property, schemas.schema(of: property.type, isJSON: false))
            case .body:
                let schema = schemas.schema(of: property.type)
                setBody(schema, .property(property.key), isOptional: property.isOptional, type: property.type)
            case .bodyField: fields.append(property)
            case .status, .failureBody, .nested, .unsent: break
            }
        }
        guard !fields.isEmpty || endpoint.scheme.others == .bodyField && properties.isEmpty else { return }
        // A component has all properties of its type, so a body with some of them is written out.
        let isForm = endpoint.bodyFormat.isForm
        let schema =
            fields.count == properties.count && !isForm
            ? schemas.schema(of: type) : schemas.object(fields, of: type, isJSON: !isForm)
        // A request without a body is read as an object without properties.
        let isOptional = fields.allSatisfy { $0.isOptional || isForm && Self.isList($0.type) }
        setBody(schema, .properties(Set(fields.map(\.key))), isOptional: isOptional, type: type)
    }

    private static func isList(_ type: Any.Type) -> Bool { type is any CollectionType.Type }

    private mutating func setBody(
        _ schema: JSONValue, _ part: BodyExamples.Part, isOptional: Bool, type: Any.Type
    ) {
        let media: MediaType
        var content: JSONValue.Object = ["schema": schema]
        var isOptional = isOptional
        switch type {
        case is Data.Type, is Data?.Type:
            media = .octetStream
            content = [:]
            // No bytes and no text are a body without content.
            isOptional = true
        case is String.Type, is String?.Type:
            media = "text/plain"
            isOptional = true
        default:
            media = endpoint.bodyFormat.mediaType
            content["examples"] = examples(part)
        }
        body = .object(
            .present([
                ("content", .object([media.rawValue: .object(content)])), ("required", isOptional ? nil : true),
            ]))
    }

    /// Returns a part of the endpoint's examples.
    private func examples(_ part: BodyExamples.Part) -> JSONValue? {
        let inputs = endpoint.words.examples.map { (name: $0.name, value: $0.input as (any Encodable)?) }
        return BodyExamples(inputs, part, coding: coding).json
    }

    // MARK: - Parameters

    /// Adds the key that makes a request repeatable.
    mutating func addIdempotencyKey() {
        guard !parameters.contains(where: { $0["name"] == "Idempotency-Key" }) else { return }
        add("header", "Idempotency-Key", isOptional: true, ["type": "string"])
    }

    private mutating func addPath(_ name: String, _ type: Any.Type, examples part: BodyExamples.Part = .whole) {
        var schema = schemas.schema(of: type, isJSON: false)
        // The library sends no empty segment.
        if schema == ["type": "string"] { schema = ["type": "string", "minLength": 1] }
        add("path", name, isOptional: false, schema, examples: part)
    }

    private mutating func addQuery(_ name: String, _ property: TypeShape.Property) {
        let type = (property.type as? any OptionalType.Type)?.wrappedType ?? property.type
        if let list = type as? any CollectionType.Type {
            let schema: JSONValue = ["type": "array", "items": schemas.schema(of: list.elementType, isJSON: false)]
            let (suffix, style) = QueryStyle.list(coding.arrays)
            // A missing array is read as an empty one.
            return add("query", name + suffix, isOptional: true, schema, style, examples: .property(property.key))
        }
        if let dictionary = type as? any DictionaryType.Type {
            let values = schemas.schema(of: dictionary.valueType, isJSON: false)
            let schema: JSONValue = ["type": "object", "additionalProperties": values]
            if coding.nesting == .dots { schemas.fail(nil, property.key, "is a dictionary in a query with dots") }
            return add("query", name, property, schema, QueryStyle.nested)
        }
        guard let decodable = type as? any Decodable.Type, case .object(let members)? = shape(of: decodable) else {
            return add("query", name, property, schemas.schema(of: type, isJSON: false))
        }
        guard coding.nesting == .dots else {
            return add("query", name, property, schemas.object(members, of: type, isJSON: false), QueryStyle.nested)
        }
        for member in members {
            let part = TypeShape.Property(
                key: "\(property.key).\(member.key)", place: nil, type: member.type,
                isOptional: member.isOptional || property.isOptional)
            addQuery("\(name).\(coding.keys.wireName(of: member.key))", part)
        }
    }

    private mutating func addQueryOfTemplate() {
        for pair in endpoint.template.query?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1).map {
                String($0).removingPercentEncoding ?? String($0)
            }
            guard let name = parts.first else { continue }
            add("query", name, isOptional: false, ["type": "string", "const": .string(parts.dropFirst().first ?? "")])
        }
    }

    private mutating func add(
        _ place: String, _ name: String, _ property: TypeShape.Property, _ schema: JSONValue,
        _ style: JSONValue.Object = [:]
    ) {
        let examples = BodyExamples.Part.property(property.key)
        add(place, name, isOptional: property.isOptional, schema, style, examples: examples)
    }

    private mutating func add(
        _ place: String, _ name: String, isOptional: Bool, _ schema: JSONValue, _ style: JSONValue.Object = [:],
        examples part: BodyExamples.Part? = nil
    ) {
        guard !parameters.contains(where: { $0["in"]?.text == place && $0["name"]?.text == name }) else {
            return schemas.fail(endpoint.inputType, nil, "has two values for `\(name)` in the \(place)")
        }
        var parameter: JSONValue.Object = ["name": .string(name), "in": .string(place)]
        if !isOptional { parameter["required"] = true }
        for (key, value) in style { parameter[key] = value }
        parameter["schema"] = schema
        parameter["examples"] = part.flatMap(examples)
        parameters.append(.object(parameter))
    }
}
