import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// Makes an API's document.
struct DocumentBuilder {
    private let declared: [DeclaredEndpoint]
    private let info: OpenAPI.Info
    private let version: OpenAPI.Version
    private let baseURL: URL
    private let apiName: String
    private let security: OperationSecurity
    private let schemas: SchemaBuilder
    private let operations: OperationBuilder
    private let isServed: Bool
    private let webhooks: WebhookBuilder?
    /// Indicates whether the paths include the fixed query of an endpoint, and may differ only in placeholder names.
    private var isForComparison = false
    private var problems: [OpenAPIProblem] = []
    private var ids: Set<String> = []
    /// The statuses of all responses.
    private var statuses: Set<String> = []

    init<API: RequestProviding>(
        api: API, info: OpenAPI.Info, security: OperationSecurity, version: OpenAPI.Version,
        error: ServingErrorBody?, declared: [DeclaredEndpoint]
    ) {
        self.declared = declared
        self.info = info
        self.version = version
        baseURL = api.baseURL
        apiName = "\(API.self)"
        isServed = error != nil
        let request = api.request(to: "", using: .get)
        self.security = security
        var samples = Samples()
        let calls = info.webhooks.map { DeclaredEndpoint.all(in: $0) } ?? []
        for example in (declared + calls).flatMap(\.endpoint.documentation.examples) {
            if let input = example.input { samples.collect(input) }
            if let output = example.output { samples.collect(output) }
        }
        schemas = SchemaBuilder(coding: api.coding, samples: samples)
        operations = OperationBuilder(
            coding: api.coding, envelope: api.envelope, failure: API.Failure.self, error: error, schemas: schemas,
            security: security, options: request.options, version: version)
        webhooks = info.webhooks.map { WebhookBuilder($0, declared: calls, samples: samples, version: version) }
    }

    /// Prepares the document for a comparison with a provider's document, which may describe less.
    mutating func prepareForComparison() {
        isForComparison = true
        schemas.describesClient = true
    }

    /// Makes the document.
    ///
    /// - Throws: All problems of all endpoints.
    mutating func document() throws(OpenAPIProblems) -> JSONValue.Object {
        if declared.isEmpty {
            let problem =
                isServed
                ? "the routes must serve at least one endpoint"
                : "the API \(apiName) must have at least one endpoint in a stored property"
            note("", [(nil, problem)])
        }
        let servers = info.servers.isEmpty ? [OpenAPI.Server(baseURL: baseURL)].compactMap(\.self) : info.servers
        if servers.isEmpty { note("", [(nil, "the base URL isn't an http or https URL: set `servers` in the info")]) }
        let paths = paths()
        let webhooks = describeWebhooks()
        let responses = operations.sharedResponses(for: statuses)
        note("", schemas.takeProblems())
        let components = components()
        if !problems.isEmpty { throw OpenAPIProblems(problems: problems) }
        let tags = tags()
        return .present([
            ("openapi", .string(version.rawValue)), ("info", info.json), ("servers", .array(servers.map(\.json))),
            ("tags", tags.isEmpty ? nil : .array(tags)), ("paths", .object(paths)),
            ("webhooks", webhooks.isEmpty ? nil : .object(webhooks)),
            (
                "components",
                .object(
                    .present([
                        ("schemas", components.isEmpty ? nil : .object(components)),
                        ("responses", .object(responses)),
                        ("securitySchemes", security.schemes(with: declared.flatMap(\.endpoint.documentation.scopes))),
                    ]))
            ),
        ])
    }

    private mutating func paths() -> JSONValue.Object {
        var paths: [PathItem] = []
        var positions: [String: Int] = [:]
        for one in declared {
            var operation = operations.operation(of: one)
            if isForComparison {
                let template = one.endpoint.template
                operation.path += (template.query.map { "?" + $0 } ?? "") + (template.fragment.map { "#" + $0 } ?? "")
            }
            note(one.name, schemas.takeProblems())
            statuses.formUnion(operation.content["responses"]?.object?.map(\.key) ?? [])
            checkID(of: one.name, operation)
            // A document can't contain two paths that differ only in placeholder names (section 4.8.8.1). A client can
            // call both.
            let pattern = isForComparison ? operation.path : Self.pattern(of: operation.path)
            let position = positions[pattern] ?? paths.count
            if position == paths.count {
                positions[pattern] = position
                paths.append(PathItem(path: operation.path))
            } else if paths[position].path != operation.path {
                let other = paths[position].path
                let problem =
                    "has a path that differs from \(other) only in the placeholder names, which OpenAPI doesn't allow"
                note(one.name, [(nil, problem)])
            }
            let problem = paths[position].add(operation.content, operation.method, version: version)
            if let problem { note(one.name, [(nil, problem)]) }
        }
        return JSONValue.Object(paths.map { (key: $0.path, value: .object($0.content)) })
    }

    private mutating func checkID(of endpoint: String, _ operation: OperationBuilder.Operation) {
        if ids.insert(operation.id).inserted { return }
        let problem =
            "has the same operation ID `\(operation.id)` as another endpoint, but operation IDs must be unique"
        note(endpoint, [(nil, problem)])
    }

    private mutating func describeWebhooks() -> JSONValue.Object {
        var items = JSONValue.Object()
        guard let webhooks else { return items }
        for one in webhooks.declared {
            let (operation, item, problems) = webhooks.webhook(of: one)
            note(one.name, problems)
            checkID(of: one.name, operation)
            items[one.name] = .object(item)
        }
        return items
    }

    /// Returns a path with empty placeholders.
    private static func pattern(of path: String) -> String {
        path.split(separator: "{", omittingEmptySubsequences: false)
            .map { part in part.firstIndex(of: "}").map { part[$0...] } ?? part }
            .joined(separator: "{")
    }

    private mutating func note(_ endpoint: String, _ found: [(place: String?, message: String)]) {
        problems += found.map { OpenAPIProblem(endpoint: endpoint, place: $0.place, message: $0.message) }
    }

    /// Returns the schemas of the API and its webhooks.
    private mutating func components() -> JSONValue.Object {
        var components = schemas.components
        for (name, schema) in webhooks?.schemas.components ?? [:] {
            if let other = components[name], other != schema {
                let problem =
                    "has one schema in the endpoints and another in the webhooks: rename one of the two types"
                note("", [(name, problem)])
            }
            components[name] = schema
        }
        return components
    }

    /// Returns the tags of all endpoints: those with a description, and then the others in order of first use.
    private func tags() -> [JSONValue] {
        var seen: Set<String> = []
        let endpoints = declared + (webhooks?.declared ?? [])
        let used = endpoints.flatMap(\.endpoint.documentation.tags).filter { seen.insert($0).inserted }
        let described = JSONValue.Object(info.tags.map { (key: $0.key, value: .string($0.value)) })
        return described.filter { seen.contains($0.key) }
            .map { ["name": .string($0.key), "description": $0.value] }
            + used.filter { described[$0] == nil }.map { ["name": .string($0)] }
    }
}
