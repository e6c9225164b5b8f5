import Foundation
import Requests
import RequestsEndpoints

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
    /// Indicates whether the fixed query of an endpoint stays in its path, as in some providers' documents.
    var keepsQueries = false
    private var problems: [OpenAPIProblem] = []
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
        for example in declared.flatMap(\.endpoint.documentation.examples) {
            if let input = example.input { samples.collect(input) }
            if let output = example.output { samples.collect(output) }
        }
        schemas = SchemaBuilder(coding: api.coding, samples: samples)
        operations = OperationBuilder(
            coding: api.coding, envelope: api.envelope, failure: API.Failure.self, error: error, schemas: schemas,
            security: security, options: request.options, version: version)
    }

    /// Makes the document.
    ///
    /// - Throws: All problems of all endpoints.
    mutating func document() throws(OpenAPIProblems) -> JSONValue.Object {
        if declared.isEmpty {
            note("", [(nil, isServed ? "the routes serve no endpoint" : "the API \(apiName) stores no endpoint")])
        }
        let servers = info.servers.isEmpty ? [OpenAPI.Server(baseURL: baseURL)].compactMap(\.self) : info.servers
        if servers.isEmpty { note("", [(nil, "the base URL is no http URL of a server; set `servers`")]) }
        let paths = paths()
        let responses = operations.sharedResponses(for: statuses)
        note("", schemas.takeProblems())
        if !problems.isEmpty { throw OpenAPIProblems(problems: problems) }
        let tags = Self.tags(of: declared)
        return .present([
            ("openapi", .string(version.rawValue)), ("info", info.json), ("servers", .array(servers.map(\.json))),
            ("tags", tags.isEmpty ? nil : .array(tags.map { ["name": .string($0)] })), ("paths", .object(paths)),
            (
                "components",
                .object(
                    .present([
                        ("schemas", schemas.components.isEmpty ? nil : .object(schemas.components)),
                        ("responses", .object(responses)),
                        ("securitySchemes", security.scheme.map { .object($0.schemes) }),
                    ]))
            ),
        ])
    }

    private mutating func paths() -> JSONValue.Object {
        var paths: [PathItem] = []
        var positions: [String: Int] = [:]
        var ids: Set<String> = []
        for one in declared {
            var operation = operations.operation(of: one)
            if keepsQueries, let query = one.endpoint.template.query { operation.path += "?" + query }
            note(one.name, schemas.takeProblems())
            statuses.formUnion(operation.content["responses"]?.members?.map(\.key) ?? [])
            if !ids.insert(operation.id).inserted {
                note(one.name, [(nil, "has the operationID `\(operation.id)` of another endpoint")])
            }
            // Paths that differ only in the names of their placeholders are identical (section 4.8.8.1).
            let pattern = Self.pattern(of: operation.path)
            let position = positions[pattern] ?? paths.count
            if position == paths.count {
                positions[pattern] = position
                paths.append(PathItem(path: operation.path))
            } else if paths[position].path != operation.path {
                let other = paths[position].path
                note(one.name, [(nil, "has the path \(other) of another endpoint, with other names of placeholders")])
            }
            let problem = paths[position].add(operation.content, operation.method, version: version)
            if let problem { note(one.name, [(nil, problem)]) }
        }
        return JSONValue.Object(paths.map { (key: $0.path, value: .object($0.content)) })
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

    /// Returns the tags of all endpoints, in order of first use.
    private static func tags(of declared: [DeclaredEndpoint]) -> [String] {
        var seen: Set<String> = []
        return declared.flatMap(\.endpoint.documentation.tags).filter { seen.insert($0).inserted }
    }
}
