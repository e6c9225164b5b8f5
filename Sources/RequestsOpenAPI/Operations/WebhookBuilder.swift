import Requests
import RequestsEndpoints
import RequestsInspection

/// Describes the requests that an API sends to its users (OpenAPI 3.1.1, section 4.8.1).
struct WebhookBuilder {
    let declared: [DeclaredEndpoint]
    /// The schemas of the requests, which may have a different coding from the API.
    let schemas: SchemaBuilder
    private let operations: OperationBuilder
    private let version: OpenAPI.Version

    init<API: RequestProviding>(
        _ api: API, declared: [DeclaredEndpoint], samples: Samples, version: OpenAPI.Version
    ) {
        self.declared = declared
        self.version = version
        schemas = SchemaBuilder(coding: api.coding, samples: samples)
        operations = OperationBuilder(
            coding: api.coding, envelope: api.envelope, failure: API.Failure.self, error: nil, schemas: schemas,
            security: OperationSecurity(of: api, nil), options: api.request(to: "", using: .get).options,
            version: version)
    }

    /// Returns the operation of an endpoint, its Path Item Object, and the problems that prevent describing it.
    func webhook(
        of one: DeclaredEndpoint
    ) -> (operation: OperationBuilder.Operation, item: JSONValue.Object, problems: [(place: String?, message: String)])
    {
        let operation = operations.operation(of: one)
        var problems = schemas.takeProblems()
        for name in one.endpoint.template.placeholders {
            problems.append((nil, "is a webhook, so its path can't have the placeholder `\(name)`"))
        }
        var content = operation.content
        // The shared failure and the credentials in the document belong to the API, not to its webhooks.
        content["responses"]?["default"] = nil
        content["security"] = nil
        var item = PathItem(path: operation.path)
        if let problem = item.add(content, operation.method, version: version) { problems.append((nil, problem)) }
        return (operation, item.content, problems)
    }
}
