import Foundation
import Requests

/// Makes the Operation Objects of endpoints (OpenAPI 3.1.1, section 4.8.10).
struct OperationBuilder {
    let coding: Coding
    let envelope: Envelope
    /// The type of the API's failure; `Never` if it has none.
    let failure: Any.Type
    let error: ServingErrorBody
    let schemas: SchemaBuilder
    let security: OpenAPI.SecurityScheme?
    /// The options that the API sets for all requests.
    let options: RequestOptions
    let version: OpenAPI.Version

    /// An operation and its place in the document.
    struct Operation {
        let id: String
        let path: String
        /// The name of its member in the Path Item Object.
        let method: String
        let content: JSONValue.Object
    }

    func operation(of declared: DeclaredEndpoint) -> Operation {
        let endpoint = declared.endpoint
        let words = endpoint.words
        let id = words.operationID ?? declared.name
        var options = options
        options.take(over: endpoint.options)
        var input = InputDescription(endpoint, coding: coding, schemas: schemas)
        if options.idempotency == .keyed { input.addIdempotencyKey() }
        let responses = ResponseBuilder(endpoint: endpoint, builder: self).responses(of: input)
        let content = JSONValue.Object.present([
            ("operationId", .string(id)),
            ("summary", words.summary.isEmpty ? nil : .string(words.summary)),
            ("description", words.description.isEmpty ? nil : .string(words.description)),
            ("tags", words.tags.isEmpty ? nil : .array(words.tags.map(JSONValue.string))),
            ("deprecated", words.isDeprecated ? true : nil),
            ("security", OpenAPI.SecurityScheme.requirements(of: security, options.authentication)),
            ("parameters", input.parameters.isEmpty ? nil : .array(input.parameters)),
            ("requestBody", input.body),
            ("responses", .object(responses)),
        ])
        return Operation(id: id, path: Self.path(of: endpoint.template), method: method(of: endpoint), content: content)
    }

    /// Returns the path with each placeholder in braces: `/lists/{list}`.
    private static func path(of template: PathTemplate) -> String {
        let path = template.pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let name), .rest(let name): "{\(name)}"
            }
        }.joined()
        return path.hasPrefix("/") ? path : "/" + path
    }

    private func method(of endpoint: any DescribedEndpoint) -> String {
        let name = endpoint.method.rawValue.lowercased()
        if Self.methods.contains(name) { return name }
        schemas.fail(nil, nil, "has the method \(endpoint.method), which a Path Item Object can't have")
        return name
    }

    private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    // MARK: - Shared responses

    /// The responses of ``Routes`` to requests that they can't read.
    private static let problems: [(name: String, status: HTTPStatus)] = [
        ("BadRequest", .badRequest), ("ContentTooLarge", .contentTooLarge),
        ("UnsupportedMediaType", .unsupportedMediaType),
    ]

    /// Returns the Responses Object with the responses to which the operations refer.
    func sharedResponses(_ schemas: SchemaBuilder) -> JSONValue.Object {
        let body = error.schema(schemas)
        var responses = JSONValue.Object(
            Self.problems.map { name, status in
                (key: name, value: Self.response(ResponseBuilder.text(of: status), body))
            })
        let other = failure == Never.self ? body : schemas.schema(of: failure)
        responses["Failure"] = Self.response("Any other failure", other)
        return responses
    }

    private static func response(_ description: String, _ schema: JSONValue) -> JSONValue {
        ["description": .string(description), "content": ["application/json": ["schema": schema]]]
    }

    /// Returns the references to the responses to a request that fails.
    func failures(of input: InputDescription) -> JSONValue.Object {
        var responses = JSONValue.Object()
        for (name, status) in Self.problems {
            guard status == .badRequest ? input.canFail : input.body != nil else { continue }
            responses[String(status.code)] = ["$ref": .string("#/components/responses/\(name)")]
        }
        responses["default"] = ["$ref": "#/components/responses/Failure"]
        return responses
    }
}
