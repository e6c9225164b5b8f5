import Foundation
public import Requests

/// Serves the endpoints of an API: a function that responds to requests, for any server framework or for none.
///
/// ```swift
/// let routes = Routes(api)
///     .on(\.all) { input in try await store.todos(of: input.list, limit: input.limit) }
///     .on(\.add) { input in try await store.add(input.title, to: input.list) }
///
/// router.mount(routes)                       // Hummingbird, by RequestsHummingbird
/// let transport = Loopback(routes)           // or no socket at all
/// ```
///
/// Inputs are read by the same rules that write them. Problems with a request have these responses:
/// - Input that can't be read: 400, with the first problem.
/// - A path without a route: 404.
/// - No credentials, or refused ones: 401, by ``authenticating(by:_:)-(_,(Credentials)->Caller?)``.
/// - Another method: 405 with `Allow`.
/// - A body of another media type or with a content coding: 415.
/// - A body larger than ``bodySizeLimit``: 413.
///
/// HEAD gets the response to GET without the body. OPTIONS gets the methods of the path. A response with a status that has no
/// content (204, 205, 304) has none, whatever a handler returns.
///
/// If a handler throws the API's failure, and that is an error with a body (``HTTPStatusConvertible``), the failure is the response.
/// A ``ServingError`` becomes a response with its status and message. Any other error is a 500 that says nothing more.
/// Successful responses are in the ``/Requests/Envelope`` of the API, if it has one.
public struct Routes<API: RequestProviding>: Sendable {
    /// The API.
    public let api: API

    /// The path above the routes: that of the API's base URL, unless the routes were mounted elsewhere.
    public let path: String

    /// The largest body of an endpoint's request, in bytes; 16 MiB by default.
    ///
    /// A larger body gets a 413, before it is read if its Content-Length says so. The limit does not apply to handlers that are
    /// added by method and path: such a handler reads as much of the body as it needs.
    public var bodySizeLimit = 16 * 1_024 * 1_024

    /// The methods and templates that are served, in the order in which they were added.
    public private(set) var endpoints: [String] = []

    /// The methods that are served.
    package private(set) var methods: Set<HTTPMethod> = []

    private(set) var table = RouteTable()
    var authenticators: [RequestAuthenticator] = []
    let prefix: [PathTemplateSegment]
    /// Returns the body of a response that describes a problem.
    package func description(of problem: ServingError) -> any Encodable & Sendable { describe(problem) }

    private(set) var describe: @Sendable (ServingError) -> any Encodable & Sendable = { ["message": $0.message] }
    private(set) var observe: @Sendable (any Error, IncomingRequest) -> Void = { _, _ in }
    private(set) var wrapper: Wrapper?

    /// A function around the response to each request, which also gets the path of its route as declared.
    package typealias Wrapper =
        @Sendable (
            _ request: IncomingRequest, _ route: String?, _ next: (IncomingRequest) async throws -> TransportResponse
        ) async throws -> TransportResponse

    /// The options of the API's requests.
    let options: RequestOptions

    /// Makes the routes of an API, without any handlers at first.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - path: The path above the routes. By default it is that of the API's base URL, so that the API's requests reach the
    ///     routes.
    public init(_ api: API, at path: String? = nil) {
        self.api = api
        self.path = path ?? api.baseURL.path(percentEncoded: true)
        prefix = PathTemplate(self.path).segments
        options = api.request(to: "", using: .get).options
    }

    /// Describes problems with a request in another way than `{"message": …}`.
    ///
    /// - Parameter describe: Makes the body, which is written as JSON.
    /// - Returns: The routes.
    public consuming func describingErrors(by describe: @escaping @Sendable (ServingError) -> any Encodable & Sendable)
        -> Self
    {
        self.describe = describe
        return self
    }

    /// Wraps the response to each request in a function; it gets the errors whose details responses hide.
    package consuming func wrapping(by wrapper: @escaping Wrapper) -> Self {
        self.wrapper = wrapper
        return self
    }

    /// Passes on the errors whose details responses hide, such as for a log.
    ///
    /// They include errors that break off the body of a response.
    ///
    /// A client that has left is not an error. So a body that then breaks off is not reported, nor an error that a handler
    /// throws after it was cancelled.
    public consuming func onUnexpectedError(_ observe: @escaping @Sendable (any Error, IncomingRequest) -> Void) -> Self
    {
        self.observe = observe
        return self
    }
}

extension Routes {
    /// Serves an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - handler: Makes the output from an input; `{ … }` if there is no input.
    /// - Returns: The routes with this one. Of two routes with the same method and path, the first one counts.
    public consuming func on<Input, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, _ handler: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        on(requestOf: endpoint) { input, _ in try await handler(input) }
    }

    /// Serves an endpoint, and gives the handler the request as it came, with the context of the framework.
    ///
    /// ```swift
    /// .on(requestOf: \.add) { input, request in try await store.add(input.title, from: request.header[.userAgent]) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - respond: Makes the output from an input and the request, whose body has been read.
    /// - Returns: The routes with this one.
    public consuming func on<Input, Output>(
        requestOf endpoint: KeyPath<API, Endpoint<Input, Output>>,
        _ respond: @escaping @Sendable (Input, IncomingRequest) async throws -> Output
    ) -> Self {
        let (endpoint, coding, baseURL) = (api[keyPath: endpoint], api.coding, api.baseURL)
        // Responses are wrapped, requests are not.
        var wrapped = coding
        wrapped.envelope = api.envelope
        let responseCoding = wrapped
        endpoints.append(endpoint.description)
        methods.insert(endpoint.method)
        // Without a list of captured values: such a closure would change the executor (Swift 6.3).
        let handler = RouteHandler(authentication: authentication(of: endpoint.options)) { request, limit in
            let data = request.body.byteCount == 0 ? Data() : try await request.body.collect(upTo: limit)
            try endpoint.checkBody(data, of: request)
            let source = RequestSource(
                pathTexts: request.pathTexts, query: request.query, header: request.header,
                data: data,
                scheme: endpoint.scheme, coding: coding, baseURL: baseURL
            )
            let input = try endpoint.input.read(source, endpoint.bodyFormat)
            let output = try await respond(input, request)
            return try endpoint.output.write(output, endpoint.status, endpoint.responseFormat, responseCoding)
        }
        table.add(endpoint.method, prefix + endpoint.template.segments, handler)
        return self
    }

    /// Serves a method and a path that are not an endpoint, such as an upload or a health check.
    ///
    /// ```swift
    /// .on(.post, "/uploads/{name}") { request in
    ///     for try await chunk in request.body { try await store.append(chunk, to: request.pathValues["name"]) }
    ///     return TransportResponse(head: ResponseHead(status: .created))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path. Its values are in ``IncomingRequest/pathValues``.
    ///   - authentication: A rule for whether requests need credentials; by default, that of the API's requests.
    ///   - handler: Makes the response. The body of the request is unread, and arrives as it is read, whatever its size. The
    ///     rest of it is dropped when the response has been sent. ``/Requests/MessageBody/collect(upTo:)`` has a
    ///     separate limit; a body over that throws a 413.
    /// - Returns: The routes with this one.
    public consuming func on(
        _ method: HTTPMethod, _ path: String, authentication: AuthenticationRequirement? = nil,
        _ handler: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        endpoints.append("\(method.rawValue) \(path)")
        methods.insert(method)
        let handler = RouteHandler(authentication: authentication ?? options.authentication) { request, _ in
            try await handler(request)
        }
        table.add(method, prefix + PathTemplate(path).segments, handler)
        return self
    }

    /// Responds to a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response. An error becomes a response, too.
    public func respond(to request: IncomingRequest) async -> TransportResponse {
        do {
            return reportingBody(of: try await response(to: request), to: request)
        } catch {
            return response(to: request, failedBy: error)
        }
    }
}
