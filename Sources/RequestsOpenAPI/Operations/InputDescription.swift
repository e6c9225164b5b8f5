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
        } else {
            setBody(schemas.schema(of: type), .whole, isOptional: type is any OptionalType.Type, type: type)
        }
    }

    /// Returns whether a value of the type is a single text.
    private func isSingle(_ type: any Decodable.Type) -> Bool {
        if ScalarSchema.schema(of: type, coding: coding, isJSON: false) != nil { return true }
        if case .value(let other)? = try? TypeShape(of: type), let other = other as? any Decodable.Type {
            return isSingle(other)
        }
        return false
    }

    /// Returns the form of a type; notes a problem if it can't be known.
    private func shape(of type: any Decodable.Type) -> TypeShape? {
        guard schemas.isInspected(type), !isSingle(type) else { return nil }
        do throws(UnseenType) {
            return try TypeShape(of: type)
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
            case .path: addPath(endpoint.scheme.placeholder(for: property.key, coding: coding) ?? name, property.type)
            case .query: addQuery(name, property)
            case .header:
                let schema = schemas.schema(of: property.type, isJSON: false)
                add("header", WrapperName.field(property.key).rawValue, isOptional: property.isOptional, schema)
            case .cookie:
                let schema = schemas.schema(of: property.type, isJSON: false)
                add("cookie", name, isOptional: property.isOptional, schema)
            case .body:
                let schema = schemas.schema(of: property.type)
                setBody(schema, .property(property.key), isOptional: property.isOptional, type: property.type)
            case .bodyField: fields.append(property)
            case .status, .failureBody, .nested, .unsent: break
            }
        }
        guard !fields.isEmpty || endpoint.scheme.others == .bodyField && properties.isEmpty else { return }
        // A component has all properties of its type, so a body with some of them is written out.
        let isForm = endpoint.bodyFormat.mediaType.matches("multipart/form-data")
        let schema =
            fields.count == properties.count && !isForm
            ? schemas.schema(of: type) : schemas.object(fields, of: type, isForm: isForm)
        setBody(schema, .properties(Set(fields.map(\.key))), isOptional: false, type: type)
    }

    private mutating func setBody(
        _ schema: JSONValue, _ part: BodyExamples.Part, isOptional: Bool, type: Any.Type
    ) {
        let media: MediaType
        var content: JSONValue.Object = ["schema": schema]
        switch type {
        case is Data.Type, is Data?.Type:
            media = .octetStream
            content = [:]
        case is String.Type, is String?.Type: media = "text/plain"
        default:
            media = endpoint.bodyFormat.mediaType
            let inputs = endpoint.words.examples.map { (name: $0.name, value: $0.input as (any Encodable)?) }
            content["examples"] = BodyExamples(inputs, part, coding: coding).json
        }
        body = .object(
            .present([
                ("content", .object([media.rawValue: .object(content)])), ("required", isOptional ? nil : true),
            ]))
    }

    // MARK: - Parameters

    /// Adds the key that makes a request repeatable.
    mutating func addIdempotencyKey() {
        guard !parameters.contains(where: { $0["name"] == "Idempotency-Key" }) else { return }
        add("header", "Idempotency-Key", isOptional: true, ["type": "string"])
    }

    private mutating func addPath(_ name: String, _ type: Any.Type) {
        var schema = schemas.schema(of: type, isJSON: false)
        // The library sends no empty segment.
        if schema == ["type": "string"] { schema = ["type": "string", "minLength": 1] }
        add("path", name, isOptional: false, schema)
    }

    private mutating func addQuery(_ name: String, _ property: TypeShape.Property) {
        let type = (property.type as? any OptionalType.Type)?.wrappedType ?? property.type
        let schema = schemas.schema(of: type, isJSON: false)
        guard type is any CollectionType.Type else {
            guard case .object(let members)? = resolved(schema), members["type"] == "object" else {
                return add("query", name, isOptional: property.isOptional, schema)
            }
            return addNested(name, members, schema, isOptional: property.isOptional)
        }
        // A missing array is read as an empty one.
        switch coding.arrays {
        case .repeated: add("query", name, isOptional: true, schema, ["style": "form", "explode": true])
        case .brackets: add("query", name + "[]", isOptional: true, schema, ["style": "form", "explode": true])
        case .commaSeparated: add("query", name, isOptional: true, schema, ["style": "form", "explode": false])
        case .indices: add("query", name, isOptional: true, schema, ["style": "deepObject", "explode": true])
        }
    }

    private mutating func addNested(
        _ name: String, _ members: JSONValue.Object, _ schema: JSONValue, isOptional: Bool
    ) {
        if coding.nesting == .brackets {
            return add("query", name, isOptional: isOptional, schema, ["style": "deepObject", "explode": true])
        }
        guard case .object(let properties)? = members["properties"] else { return }
        for (member, schema) in properties {
            let isRequired = members["required"]?.elements?.contains(.string(member)) == true
            add("query", "\(name).\(member)", isOptional: isOptional || !isRequired, schema)
        }
    }

    private func resolved(_ schema: JSONValue) -> JSONValue? {
        guard let reference = schema["$ref"]?.text else { return schema }
        return schemas.components[String(reference.dropFirst("#/components/schemas/".count))]
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
        _ place: String, _ name: String, isOptional: Bool, _ schema: JSONValue, _ style: JSONValue.Object = [:]
    ) {
        var parameter: JSONValue.Object = ["name": .string(name), "in": .string(place)]
        if !isOptional { parameter["required"] = true }
        for (key, value) in style { parameter[key] = value }
        parameter["schema"] = schema
        parameters.append(.object(parameter))
    }
}
