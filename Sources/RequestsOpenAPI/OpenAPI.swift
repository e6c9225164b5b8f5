public import Foundation
public import Requests
public import RequestsEndpoints

/// The description of an API in the format OpenAPI, made from its declarations.
///
/// ```swift
/// let document = try OpenAPI(TodosAPI.live, info: .init(title: "Todos", version: "1.2.0"))
/// try document.data.write(to: file)
/// ```
///
/// The same API has the same document, byte for byte, in every process.
public struct OpenAPI: Hashable, Sendable {
    /// The whole document.
    public let content: JSONValue.Object

    /// The mistakes of a document that was read, each with its JSON pointer; see ``init(contentsOf:)``.
    public var notes: [OpenAPIProblem] { mistakes.problems }
    private(set) var mistakes: [DocumentMistake] = []

    /// A version of the format.
    public enum Version: String, Sendable, CaseIterable {
        /// OpenAPI 3.1.1.
        case v3_1 = "3.1.1"
        /// OpenAPI 3.2.0, which describes the elements of streams.
        case v3_2 = "3.2.0"
    }

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
        content = try builder.document()
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
        content = try builder.document()
    }

    init(content: JSONValue.Object, mistakes: [DocumentMistake] = []) {
        self.content = content
        self.mistakes = mistakes
    }

    /// The document as JSON in UTF-8, indented, with its members in their order.
    public var data: Data { JSONValue.object(content).indentedData }
}
