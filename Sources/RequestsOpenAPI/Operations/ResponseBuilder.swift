import Foundation
import Requests

/// Makes the Responses Object of an endpoint (OpenAPI 3.1.1, section 4.8.16).
struct ResponseBuilder {
    let endpoint: any DescribedEndpoint
    let builder: OperationBuilder
    private var status: String
    private var success: JSONValue.Object

    init(endpoint: any DescribedEndpoint, builder: OperationBuilder) {
        self.endpoint = endpoint
        self.builder = builder
        status = String(endpoint.status.code)
        success = ["description": .string(Self.text(of: endpoint.status))]
    }

    private var schemas: SchemaBuilder { builder.schemas }

    /// Returns the responses: the success first.
    func responses(of input: InputDescription) -> JSONValue.Object {
        var copy = self
        if let type = endpoint.outputType { copy.describe(type) }
        if let stream = endpoint.stream { copy.success["content"] = content(of: stream) }
        // A response to HEAD has no content.
        if endpoint.method == .head { copy.success["content"] = nil }
        var responses: JSONValue.Object = .init([(key: copy.status, value: .object(copy.success))])
        for (status, response) in builder.failures(of: input) { responses[status] = response }
        return responses
    }

    private mutating func describe(_ type: any Decodable.Type) {
        guard schemas.isInspected(type), case .object(let properties)? = try? schemas.shape(of: type),
            properties.contains(where: { $0.place != nil })
        else { return setBody(of: type, .whole) }
        var headers: JSONValue.Object = [:]
        var fields: [TypeShape.Property] = []
        for property in properties {
            switch property.place {
            case .header: headers[WrapperName.field(property.key).rawValue] = header(property)
            case .cookie: headers["Set-Cookie"] = ["schema": ["type": "string"]]
            case .status: status = "2XX"
            case .body: setBody(of: property.type, .property(property.key))
            case .failureBody: break
            default: fields.append(property)
            }
        }
        if !headers.isEmpty { success["headers"] = .object(headers) }
        if !fields.isEmpty { setBody(schemas.object(fields, of: type), .properties(Set(fields.map(\.key)))) }
    }

    private func header(_ property: TypeShape.Property) -> JSONValue {
        var header: JSONValue.Object = [:]
        if !property.isOptional { header["required"] = true }
        header["schema"] = schemas.schema(ofField: WrapperName.field(property.key), property.type)
        return .object(header)
    }

    private mutating func setBody(of type: Any.Type, _ part: BodyExamples.Part) {
        let type = (type as? any OptionalType.Type)?.wrappedType ?? type
        switch type {
        case is Data.Type: success["content"] = ["application/octet-stream": [:]]
        case is String.Type: success["content"] = ["text/plain": ["schema": ["type": "string"]]]
        default: setBody(schemas.schema(of: type), part)
        }
    }

    private mutating func setBody(_ schema: JSONValue, _ part: BodyExamples.Part) {
        let format = endpoint.responseFormat
        var media: JSONValue.Object
        if builder.envelope.wraps(format) {
            media = ["schema": enveloped(schema)]
        } else {
            let outputs = endpoint.words.examples.map { (name: $0.name, value: $0.output as (any Encodable)?) }
            media = ["schema": schema]
            media["examples"] = BodyExamples(outputs, part, coding: builder.coding).json
        }
        success["content"] = .object(.init([(key: format.mediaType.rawValue, value: .object(media))]))
    }

    /// Returns the schema of a body in the envelope of the API.
    private func enveloped(_ schema: JSONValue) -> JSONValue {
        let status = builder.envelope.statusType.map { schemas.schema(of: $0) }
        guard let name = builder.envelope.contentName.map(builder.coding.keys.wireName) else {
            return status.map { ["allOf": [$0, schema]] } ?? schema
        }
        let content: JSONValue = [
            "type": "object", "properties": .object(.init([(key: name, value: schema)])), "required": [.string(name)],
        ]
        return status.map { ["allOf": [$0, content]] } ?? content
    }

    private func content(of stream: StreamDescription) -> JSONValue {
        let schema = schemas.schema(ofElement: stream.elementType)
        // A schema of the whole would be taken for that of an element by tools that know streams.
        let media: JSONValue = builder.version == .v3_2 ? ["itemSchema": schema] : [:]
        return .object(.init([(key: stream.mediaType.rawValue, value: media)]))
    }

    /// Returns a text for a status, which a Response Object must have.
    static func text(of status: HTTPStatus) -> String {
        let text = status.description.drop { $0.isNumber || $0 == " " }
        return text.isEmpty ? "Status \(status.code)" : String(text)
    }
}
