import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// The parameters and the body of requests for an endpoint.
struct InputDescription {
    private(set) var parameters: [JSONValue] = []
    /// The Request Body Object; `nil` without a body.
    private(set) var body: JSONValue?
    private let coding: Coding
    private let schemas: SchemaBuilder
    private let endpoint: any DescribedEndpoint
    private let examples: Examples

    /// Indicates whether a request can contain values that the server rejects.
    var canFail: Bool { !parameters.isEmpty || body != nil }

    init(_ endpoint: any DescribedEndpoint, coding: Coding, schemas: SchemaBuilder) {
        self.endpoint = endpoint
        self.coding = coding
        self.schemas = schemas
        examples = Examples(endpoint.documentation.examples, { $0.input }, schemas: schemas)
        addQueryOfTemplate()
        if let type = endpoint.inputType { add(type) }
        checkPath()
    }

    /// Notes a problem for each placeholder without a parameter.
    private func checkPath() {
        for name in endpoint.template.placeholders {
            if parameters.contains(where: { $0["in"] == "path" && $0["name"]?.string == name }) { continue }
            schemas.fail(endpoint.inputType, nil, "must have a property for the path placeholder `\(name)`")
        }
    }

    private mutating func add(_ type: any Decodable.Type) {
        if let name = endpoint.scheme.onlyPlaceholder, schemas.isSingle(type) { return addPath(name, type) }
        let isInQuery = endpoint.scheme.others == .query
        switch schemas.form(of: type) {
        case .object(let properties): add(properties, of: type)
        case .dictionary where isInQuery:
            add("query", "parameters", isOptional: true, schemas.schema(of: type, isJSON: false))
        case .unseen: schemas.failUnseen(type)
        case _ where isInQuery:
            let reason = "it isn't an object with known properties"
            schemas.fail(type, nil, "can't be described as query parameters because \(reason)")
        default: setBody(of: type, .whole, isOptional: schemas.unwrapped(type) != type)
        }
    }

    private mutating func add(_ properties: [TypeShape.Property], of type: any Decodable.Type) {
        var fields: [TypeShape.Property] = []
        schemas.checkKeywords(of: type, properties)
        for property in properties {
            let extended = { [schemas] schema in schemas.extended(schema, property.key, of: type) }
            let place = property.place ?? endpoint.scheme.place(of: property.key, property.type, coding: coding)
            let name = coding.keys.wireName(of: property.key)
            switch place {
            case .path:
                let name = endpoint.scheme.placeholder(for: property.key, coding: coding) ?? name
                addPath(name, property.type, extended, examples: .property(property.key))
            case .query: addQuery(name, property, of: type)
            case .header:
                let name = WrapperName.field(property.key)
                add("header", name.rawValue, property, extended(schemas.schema(ofField: name, property.type)))
            // A list of all cookies has no fixed names.
            case .cookie where property.type == [WebCookie].self || property.type == [WebCookie]?.self: break
            case .cookie: add("cookie", name, property, extended(schemas.schema(of: property.type, isJSON: false)))
            case .body: setBody(of: property.type, .property(property.key), isOptional: property.isOptional)
            case .bodyField: fields.append(property)
            case .status, .failureBody, .nested, .unsent: break
            }
        }
        guard !fields.isEmpty || endpoint.scheme.others == .bodyField && properties.isEmpty else { return }
        // A server reads a request without a body as an object without properties.
        let isForm = endpoint.bodyFormat.isForm
        let isOptional =
            !schemas.describesClient
            && fields.allSatisfy { $0.isOptional || isForm && schemas.form(of: $0.type).isList }
        setBody(.properties(Set(fields.map(\.key))), isOptional: isOptional, of: type) { [coding] schemas in
            if isForm {
                let form = FormDescription(fields, of: type, schemas: schemas, coding: coding)
                return .present([("schema", form.schema), ("encoding", form.encoding)])
            }
            // A component contains all properties of its type, so a body with only some of them needs an inline schema.
            let isWhole = fields.count == properties.count
            return ["schema": isWhole ? schemas.schema(of: type) : schemas.object(fields, of: type)]
        }
    }

    private mutating func setBody(of type: Any.Type, _ part: Examples.Part, isOptional: Bool) {
        // A server reads a request without a body as empty bytes or an empty text.
        let isOptional = isOptional || !schemas.describesClient && (type == Data.self || type == String.self)
        setBody(part, isOptional: isOptional, of: type) { ["schema": $0.schema(of: type)] }
    }

    private mutating func setBody(
        _ part: Examples.Part, isOptional: Bool, of type: Any.Type, _ media: (SchemaBuilder) -> JSONValue.Object
    ) {
        let declared = endpoint.header[.contentType]
        let content = endpoint.bodyFormat.content(of: schemas.unwrapped(type), as: declared) { [schemas, examples] in
            var media = media(schemas)
            media["examples"] = examples.json(part)
            return media
        }
        body = .object(.present([("content", content), ("required", isOptional ? nil : true)]))
    }

    // MARK: - Parameters

    /// Adds the Idempotency-Key field, which makes requests repeatable.
    mutating func addIdempotencyKey() {
        guard !parameters.contains(where: { $0["name"] == "Idempotency-Key" }) else { return }
        add("header", "Idempotency-Key", isOptional: true, ["type": "string"])
    }

    private mutating func addPath(
        _ name: String, _ type: Any.Type, _ extended: (JSONValue) -> JSONValue = { $0 },
        examples part: Examples.Part = .whole
    ) {
        var schema = schemas.schema(of: type, isJSON: false)
        // The library never sends an empty segment.
        if schema == ["type": "string"] { schema = ["type": "string", "minLength": 1] }
        add("path", name, isOptional: false, extended(schema), examples: part)
    }

    private mutating func addQuery(_ name: String, _ property: TypeShape.Property, of type: Any.Type) {
        let arrays = endpoint.scheme.arrays[property.key] ?? coding.arrays
        for pair in schemas.pairs(of: property, named: name, in: type, arrays) {
            let examples = Examples.Part.property(property.key)
            add("query", pair.name, isOptional: pair.isOptional, pair.schema, pair.style, examples: examples)
        }
    }

    private mutating func addQueryOfTemplate() {
        for (name, value) in endpoint.template.queryItems {
            add("query", name, isOptional: false, ["type": "string", "const": .string(value)])
        }
    }

    private mutating func add(
        _ place: String, _ name: String, _ property: TypeShape.Property, _ schema: JSONValue
    ) {
        add(place, name, isOptional: property.isOptional, schema, examples: .property(property.key))
    }

    private mutating func add(
        _ place: String, _ name: String, isOptional: Bool, _ schema: JSONValue, _ style: JSONValue.Object = [:],
        examples part: Examples.Part? = nil
    ) {
        guard !parameters.contains(where: { $0["in"]?.string == place && $0["name"]?.string == name }) else {
            let problem = "has two values for `\(name)` in the \(place), but must have only one"
            return schemas.fail(endpoint.inputType, nil, problem)
        }
        var parameter: JSONValue.Object = ["name": .string(name), "in": .string(place)]
        if !isOptional { parameter["required"] = true }
        for (key, value) in style { parameter[key] = value }
        let (schema, notes) = schema.withoutNotes
        for (key, value) in notes { parameter[key] = value }
        parameter["schema"] = schema
        parameter["examples"] = part.flatMap { examples.json($0) }
        parameters.append(.object(parameter))
    }
}
