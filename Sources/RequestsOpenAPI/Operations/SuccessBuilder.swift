import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// Makes the Response Object of a success (OpenAPI 3.1.1, section 4.8.17).
struct SuccessBuilder {
    private let endpoint: any DescribedEndpoint
    private let builder: OperationBuilder
    private let examples: Examples
    /// The status, or the range of statuses.
    private(set) var status: String
    private(set) var response: JSONValue.Object

    /// Describes the only success of an endpoint.
    init(_ endpoint: any DescribedEndpoint, builder: OperationBuilder) {
        self.init(endpoint, endpoint.status, endpoint.outputType, builder: builder) { $0.output }
        if let stream = endpoint.stream, endpoint.method != .head { response["content"] = content(of: stream) }
    }

    /// Describes a case of an output.
    init(_ alternative: DescribedAlternative, of endpoint: any DescribedEndpoint, builder: OperationBuilder) {
        self.init(endpoint, alternative.status, alternative.type, builder: builder) {
            $0.output(for: alternative.status)
        }
    }

    private init(
        _ endpoint: any DescribedEndpoint, _ status: HTTPStatus, _ type: (any Decodable.Type)?,
        builder: OperationBuilder, example: (EndpointExample) -> (any Encodable)?
    ) {
        self.endpoint = endpoint
        self.builder = builder
        examples = Examples(endpoint.documentation.examples, example, schemas: builder.schemas)
        self.status = String(status.code)
        response = ["description": .string(ResponseBuilder.text(of: status))]
        if let type { describe(type) }
        // A response to HEAD has no content.
        if endpoint.method == .head { response["content"] = nil }
    }

    private var schemas: SchemaBuilder { builder.schemas }

    private mutating func describe(_ type: any Decodable.Type) {
        guard case .object(let properties) = schemas.form(of: type), properties.contains(where: { $0.place != nil })
        else { return setBody(of: type, .whole) }
        var headers: JSONValue.Object = [:]
        var fields: [TypeShape.Property] = []
        for property in properties {
            switch property.place {
            case .header: headers[WrapperName.field(property.key).rawValue] = header(property, of: type)
            case .cookie: headers["Set-Cookie"] = ["schema": ["type": "string"]]
            case .status: status = "2XX"
            case .body: setBody(of: property.type, .property(property.key))
            case .failureBody: break
            default: fields.append(property)
            }
        }
        if !headers.isEmpty { response["headers"] = .object(headers) }
        if !fields.isEmpty { setBody(of: type, .properties(Set(fields.map(\.key)))) { $0.object(fields, of: type) } }
    }

    private func header(_ property: TypeShape.Property, of type: Any.Type) -> JSONValue {
        let field = schemas.schema(ofField: WrapperName.field(property.key), property.type)
        var (schema, header) = schemas.extended(field, property.key, of: type).withoutNotes
        if !property.isOptional { header["required"] = true }
        header["schema"] = schema
        return .object(header)
    }

    private mutating func setBody(
        of type: Any.Type, _ part: Examples.Part, _ schema: ((SchemaBuilder) -> JSONValue)? = nil
    ) {
        response["content"] = endpoint.responseFormat.content(of: schemas.unwrapped(type)) {
            media(schema?(schemas) ?? schemas.schema(of: type), part)
        }
    }

    private func media(_ schema: JSONValue, _ part: Examples.Part) -> JSONValue.Object {
        let isWrapped = builder.envelope.wraps(endpoint.responseFormat)
        return .present([
            ("schema", isWrapped ? enveloped(schema) : schema),
            ("examples", examples.json(part) { isWrapped ? enveloped(example: $0) : $0 }),
        ])
    }

    /// Returns the schema of a body in the API's envelope.
    private func enveloped(_ schema: JSONValue) -> JSONValue {
        let status = builder.envelope.statusType.map { schemas.schema(of: $0) }
        let names = builder.envelope.contentPath.map(builder.coding.keys.wireName)
        let content = names.reversed().reduce(schema) { schema, name in
            ["type": "object", "properties": .object([name: schema]), "required": [.string(name)]]
        }
        return status.map { ["allOf": [$0, content]] } ?? content
    }

    /// Returns an example of a body in the API's envelope.
    private func enveloped(example: JSONValue) -> JSONValue {
        let (envelope, coding) = (builder.envelope, builder.coding)
        let status = envelope.success.flatMap { try? JSONValue(encoding: $0, coding: coding) }
        return Self.insert(example, at: envelope.contentPath.map(coding.keys.wireName)[...], in: status?.object ?? [:])
    }

    private static func insert(
        _ example: JSONValue, at path: ArraySlice<String>, in object: JSONValue.Object
    ) -> JSONValue {
        var object = object
        if let name = path.first {
            let inner = object[name]?.object ?? [:]
            object[name] = path.count == 1 ? example : insert(example, at: path.dropFirst(), in: inner)
        } else {
            for (key, value) in example.object ?? [:] { object[key] = value }
        }
        return .object(object)
    }

    private func content(of stream: (mediaType: MediaType, elementType: Any.Type)) -> JSONValue {
        let schema = schemas.schema(ofElement: stream.elementType)
        // Tools that support streams would mistake a schema of the whole body for the schema of an element.
        let media: JSONValue = builder.version == .v3_2 ? ["itemSchema": schema] : [:]
        return .object(.init([(key: stream.mediaType.rawValue, value: media)]))
    }
}
