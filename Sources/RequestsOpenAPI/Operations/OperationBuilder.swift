import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// Makes the Operation Objects of endpoints (OpenAPI 3.1.1, section 4.8.10).
struct OperationBuilder {
    let coding: Coding
    let envelope: Envelope
    /// The type of the API's failure; `Never` if it has none.
    let failure: Any.Type
    /// The body of errors; `nil` if the document doesn't describe ``Routes``.
    let error: ServingErrorBody?
    let schemas: SchemaBuilder
    let security: OperationSecurity
    /// The options that the API sets for all requests.
    let options: RequestOptions
    let version: OpenAPI.Version

    /// An operation and its path in the document.
    struct Operation {
        let id: String
        var path: String
        let method: HTTPMethod
        let content: JSONValue.Object
    }

    func operation(of declared: DeclaredEndpoint) -> Operation {
        let endpoint = declared.endpoint
        let documentation = endpoint.documentation
        let id = documentation.operationID ?? declared.name
        var options = options
        options.take(over: endpoint.options)
        var input = InputDescription(endpoint, coding: endpoint.coding(of: coding), schemas: schemas)
        let names = documentation.examples.map(\.name)
        if Set(names).count < names.count {
            schemas.fail(nil, nil, "has two examples with the same name, but the names must be different")
        }
        if options.idempotency == .keyed { input.addIdempotencyKey() }
        if let problem = security.problem(options.authentication) { schemas.fail(nil, nil, problem) }
        let responses = ResponseBuilder(endpoint: endpoint, builder: self)
            .responses(of: input, canRefuse: security.canRefuse(options.authentication))
        let content = JSONValue.Object.present([
            ("operationId", .string(id)),
            ("summary", documentation.summary.isEmpty ? nil : .string(documentation.summary)),
            ("description", documentation.description.isEmpty ? nil : .string(documentation.description)),
            ("tags", documentation.tags.isEmpty ? nil : .array(documentation.tags.map(JSONValue.string))),
            ("deprecated", documentation.isDeprecated ? true : nil),
            ("security", security.requirements(options.authentication, scopes: documentation.scopes)),
            ("parameters", input.parameters.isEmpty ? nil : .array(input.parameters)),
            ("requestBody", input.body),
            ("responses", .object(responses)),
        ])
        return Operation(id: id, path: Self.path(of: endpoint.template), method: endpoint.method, content: content)
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

    // MARK: - Shared responses

    /// The responses of ``Routes`` to requests that they reject.
    private static let problems: [(name: String, status: HTTPStatus)] = [
        ("BadRequest", .badRequest), ("Unauthorized", .unauthorized), ("ContentTooLarge", .contentTooLarge),
        ("UnsupportedMediaType", .unsupportedMediaType),
    ]

    /// Returns the responses that operations refer to.
    ///
    /// - Parameter statuses: The statuses of all responses.
    /// - Returns: The responses, by name.
    func sharedResponses(for statuses: Set<String>) -> JSONValue.Object {
        var responses = JSONValue.Object()
        let body = error?.schema(schemas)
        for (name, status) in Self.problems where statuses.contains(String(status.code)) {
            let headers = Self.headers(of: String(status.code))
            responses[name] = Self.response(ResponseBuilder.text(of: status), body, headers)
        }
        responses["Failure"] = Self.response(Self.anyFailure, Self.alternatives(bodies))
        return responses
    }

    /// Returns a response without content, which replaces another response if the method is HEAD.
    func withoutContent(_ response: JSONValue, _ status: String) -> JSONValue {
        let known = response["description"] ?? Int(status).map { .string(ResponseBuilder.text(of: HTTPStatus($0))) }
        return Self.response(known?.string ?? Self.anyFailure, nil, Self.headers(of: status))
    }

    private static let anyFailure = "Any other failure"

    private static func headers(of status: String) -> JSONValue.Object {
        status == "401" ? ["WWW-Authenticate": ["required": true, "schema": ["type": "string"]]] : [:]
    }

    private static func response(
        _ description: String, _ schema: JSONValue?, _ headers: JSONValue.Object = [:]
    ) -> JSONValue {
        var response: JSONValue.Object = ["description": .string(description)]
        if !headers.isEmpty { response["headers"] = .object(headers) }
        if let schema { response["content"] = ["application/json": ["schema": schema]] }
        return .object(response)
    }

    /// Returns the response for the failures with a status; several bodies become alternatives.
    private func response(_ status: HTTPStatus, _ failures: [DeclaredFailure]) -> JSONValue {
        let declared = failures.compactMap { $0.body.map { schemas.schema(of: $0) } }
        let common = declared.count < failures.count ? bodies : []
        return Self.response(ResponseBuilder.text(of: status), Self.alternatives(declared + common))
    }

    /// The schemas of the bodies that any failure can have.
    private var bodies: [JSONValue] {
        // A plain `nil` would be JSON's `null`.
        let ownBody = failure == Never.self ? Optional.none : schemas.schema(of: failure)
        return [ownBody, error?.schema(schemas)].compactMap(\.self)
    }

    private static func alternatives(_ schemas: [JSONValue]) -> JSONValue? {
        var different: [JSONValue] = []
        for schema in schemas where !different.contains(schema) { different.append(schema) }
        return different.count > 1 ? ["anyOf": .array(different)] : different.first
    }

    /// Returns the responses to failed requests: those that an endpoint declares, and references to shared ones.
    func failures(
        of input: InputDescription, _ declared: [DeclaredFailure], canRefuse: Bool
    ) -> JSONValue.Object {
        var responses = JSONValue.Object()
        for (name, status) in Self.problems where error != nil {
            let isPossible =
                switch status {
                case .badRequest: input.canFail
                case .unauthorized: canRefuse
                default: input.body != nil
                }
            guard isPossible else { continue }
            responses[String(status.code)] = ["$ref": .string("#/components/responses/\(name)")]
        }
        for failure in declared {
            responses[String(failure.status.code)] = response(
                failure.status, declared.filter { $0.status == failure.status })
        }
        responses["default"] = ["$ref": "#/components/responses/Failure"]
        return responses
    }
}
