public import Requests
public import RequestsEndpoints
import RequestsInspection

extension OpenAPI {
    /// Makes an API's document.
    ///
    /// The document describes the endpoints that the API stores: with `@GET` and similar wrappers, as a `let`, or in a
    /// stored struct.
    ///
    /// The schemas of inputs and outputs are found by decoding their types from sample values. If this fails for a
    /// type, add examples to the endpoint, or let the type describe itself: see ``SchemaProviding``.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - info: The metadata of the API.
    ///   - security: The credentials that requests require; by default, those that the API adds to its requests.
    ///   - version: The version of the format; 3.1.1 by default. Parts that 3.0 can't express are omitted, and listed
    ///     in ``notes``.
    /// - Throws: ``OpenAPIProblems``, each with its endpoint, type and property.
    public init(
        _ api: some RequestProviding, info: Info, security: SecurityScheme? = nil, version: Version = .v3_1
    ) throws(OpenAPIProblems) {
        var builder = DocumentBuilder(
            api: api, info: info, security: OperationSecurity(of: api, security), version: version, error: nil,
            declared: DeclaredEndpoint.all(in: api))
        self.init(try builder.document(), as: version)
    }

    /// Makes the document of an API for a comparison with the provider's document.
    init(declarationsOf api: some RequestProviding, version: Version) throws(OpenAPIProblems) {
        var builder = DocumentBuilder(
            api: api, info: .init(title: "\(type(of: api))", version: "1"), security: OperationSecurity(of: api, nil),
            version: version, error: nil, declared: DeclaredEndpoint.all(in: api))
        builder.prepareForComparison()
        self.init(content: try builder.document())
    }

    /// Makes the document of the endpoints that routes serve, including errors as the routes describe them.
    ///
    /// - Parameters:
    ///   - routes: The routes of an API.
    ///   - info: The metadata of the API.
    ///   - security: The credentials that requests require; by default, those that the routes authenticate, or else
    ///     those that the API adds to its requests.
    ///   - version: The version of the format; 3.1.1 by default. Parts that 3.0 can't express are omitted, and listed
    ///     in ``notes``.
    /// - Throws: ``OpenAPIProblems``, each with its endpoint, type and property.
    public init<API>(
        _ routes: Routes<API>, info: Info, security: SecurityScheme? = nil, version: Version = .v3_1
    ) throws(OpenAPIProblems) {
        let served = Set(routes.endpoints)
        var builder = DocumentBuilder(
            api: routes.api, info: info, security: OperationSecurity(of: routes, security), version: version,
            error: ServingErrorBody { routes.description(of: $0) },
            declared: DeclaredEndpoint.all(in: routes.api).filter { served.contains($0.endpoint.route) })
        self.init(try builder.document(), as: version)
    }

    /// Makes a document from content in the form of 3.1 or later.
    private init(_ content: JSONValue.Object, as version: Version) {
        if version == .v3_0 {
            let (old, omissions) = DocumentDowngrade.downgraded(content)
            self.init(content: old, mistakes: omissions)
        } else {
            self.init(content: content)
        }
    }
}
