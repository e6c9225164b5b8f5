public import Requests
public import RequestsEndpoints

extension OpenAPI {
    /// Makes the document of an API.
    ///
    /// It has the endpoints that the API stores: declared by `@GET` and similar wrappers, as a `let`, or in a stored struct.
    ///
    /// The schemas of inputs and outputs come from what their types show when they are decoded. A type that does not show enough
    /// has to describe itself: ``SchemaProviding``.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - info: The words about the whole API.
    ///   - security: The credentials that requests need; by default, those that the API adds to its requests.
    ///   - version: The version of the format; 3.1.1 by default.
    /// - Throws: ``OpenAPIProblems``, each with its endpoint, type and property.
    public init(
        _ api: some RequestProviding, info: Info, security: SecurityScheme? = nil, version: Version = .v3_1
    ) throws(OpenAPIProblems) {
        var builder = DocumentBuilder(
            api: api, info: info, security: OperationSecurity(of: api, security), version: version, error: nil,
            declared: DeclaredEndpoint.all(in: api))
        self.init(content: try builder.document())
    }

    /// Makes the document of the endpoints that routes serve, with the errors as the routes describe them.
    ///
    /// - Parameters:
    ///   - routes: The routes of an API.
    ///   - info: The words about the whole API.
    ///   - security: The credentials that requests need; by default, those by which the routes authenticate, or else those that
    ///     the API adds to its requests.
    ///   - version: The version of the format; 3.1.1 by default.
    /// - Throws: ``OpenAPIProblems``, each with its endpoint, type and property.
    public init<API>(
        _ routes: Routes<API>, info: Info, security: SecurityScheme? = nil, version: Version = .v3_1
    ) throws(OpenAPIProblems) {
        let served = Set(routes.endpoints)
        var builder = DocumentBuilder(
            api: routes.api, info: info, security: OperationSecurity(of: routes, security), version: version,
            error: ServingErrorBody { routes.description(of: $0) },
            declared: DeclaredEndpoint.all(in: routes.api).filter { served.contains($0.endpoint.route) })
        self.init(content: try builder.document())
    }
}
