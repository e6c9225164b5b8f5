import Foundation
public import Requests

/// Serves the endpoints of an API by responding to requests, with or without a server framework.
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
/// Routes read inputs by the same rules by which clients write them. Invalid requests have these responses:
/// - Invalid or missing input: 400, describing the first problem.
/// - An unknown path: 404.
/// - Missing or rejected credentials: 401 (see ``authenticating(by:_:)-(_,(Credentials)->Caller?)``).
/// - A known path, but an unsupported method: 405 with `Allow`.
/// - A body with a content coding, or with a media type other than the endpoint's: 415.
/// - A body larger than ``bodySizeLimit``: 413.
///
/// The response to HEAD is the response to GET without its body. The response to OPTIONS lists the path's methods. If a
/// status forbids content (204, 205, 304), the response has no content, whatever a handler returns.
///
/// If a handler throws the API's failure, and the failure is `Encodable`, the failure becomes the response's body. The
/// failure's ``HTTPStatusConvertible`` conformance determines the status, or else the status is 500. A ``ServingError``
/// becomes a response with its status and message. Any other error is a 500 without details. If the API has an
/// ``/Requests/Envelope``, successful responses are wrapped in it.
public struct Routes<API: RequestProviding>: Sendable {
    /// The API.
    public let api: API

    /// The path above the routes: the path of the API's base URL, unless a different path was set.
    public let path: String

    /// The maximum size of a request body of an endpoint, in bytes; 16 MiB by default.
    ///
    /// A larger body causes a 413. If its Content-Length exceeds the limit, the body isn't read at all. The limit does
    /// not apply to handlers for a method and a path: they read as much of the body as they need.
    ///
    /// A server may need this much memory for each connection, so limit the number of connections in the server. The
    /// number of large bodies (256 KiB or more) that are decoded at once is limited to half the number of cores, so
    /// that large bodies don't delay other requests.
    public var bodySizeLimit = 16 * 1_024 * 1_024

    /// The longest silence in a stream of server-sent events: 15 seconds by default; `nil` for no limit.
    ///
    /// After such a silence, an endpoint with the output `ElementStream<ServerSentEvent<…>>` sends a comment, so that
    /// proxies keep the connection, and clients know that the server is still running (WHATWG HTML, section 9.2.7).
    public var heartbeatInterval: Duration? = .seconds(15)

    /// The served methods and templates, in the order in which they were added.
    public private(set) var endpoints: [String] = []

    /// The served methods.
    package private(set) var methods: Set<HTTPMethod> = []

    private(set) var table = RouteTable()
    var authenticators: [RequestAuthenticator] = []
    let prefix: [PathTemplateSegment]
    /// Returns the response body that describes a problem.
    package func description(of problem: ServingError) -> any Encodable & Sendable { describe(problem) }

    private(set) var describe: @Sendable (ServingError) -> any Encodable & Sendable = { ["message": $0.message] }
    /// Reports an error whose details are left out of the response; `nil` if no function was set.
    private var observer: (@Sendable (any Error, IncomingRequest) -> Void)?
    private(set) var wrapper: Wrapper?

    /// A function that wraps the handling of each request.
    ///
    /// It also receives the declared path of the route.
    package typealias Wrapper =
        @Sendable (
            _ request: IncomingRequest, _ route: String?, _ next: (IncomingRequest) async throws -> TransportResponse
        ) async throws -> TransportResponse

    /// The options of the API's requests.
    let options: RequestOptions

    /// Makes the routes of an API, at first without handlers.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - path: The path above the routes; by default, the path of the API's base URL, so that the API's requests
    ///     reach the routes.
    public init(_ api: API, at path: String? = nil) {
        self.api = api
        self.path = path ?? api.baseURL.path(percentEncoded: true)
        prefix = PathTemplate(self.path).segments
        options = api.request(to: "", using: .get).options
    }

    /// Sets how responses describe problems with a request; the default is `{"message": …}`.
    ///
    /// - Parameter describe: A function that makes the response body, which is encoded as JSON.
    /// - Returns: The routes.
    public consuming func describingErrors(by describe: @escaping @Sendable (ServingError) -> any Encodable & Sendable)
        -> Self
    {
        self.describe = describe
        return self
    }

    /// Wraps the handling of each request in a function.
    ///
    /// The function's `next` throws the errors whose details are left out of the response.
    package consuming func wrapping(by wrapper: @escaping Wrapper) -> Self {
        self.wrapper = wrapper
        return self
    }

    /// Reports errors whose details are left out of the response, instead of logging them.
    ///
    /// By default, Hummingbird's logger logs these errors; without Hummingbird, they aren't logged. They include errors
    /// that break off the body of a response. Once a client has disconnected, neither a body that breaks off nor an
    /// error of the cancelled handler is reported.
    public consuming func onUnexpectedError(_ observe: @escaping @Sendable (any Error, IncomingRequest) -> Void) -> Self
    {
        observer = observe
        return self
    }

    /// Sets the function that reports unexpected errors, unless a function was set before.
    package consuming func onUnexpectedErrorByDefault(
        _ observe: @escaping @Sendable (any Error, IncomingRequest) -> Void
    ) -> Self {
        observer = observer ?? observe
        return self
    }

    /// Reports an error whose details are left out of the response.
    func observe(_ error: any Error, _ request: IncomingRequest) { observer?(error, request) }
}

extension Routes {
    /// Serves an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - handler: A function that makes the output from the input; for an endpoint without an input, write `{ … }`.
    /// - Returns: The routes with this route. If two routes have the same method and path, the first route counts.
    public consuming func on<Input, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, _ handler: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        on(requestOf: endpoint) { input, _ in try await handler(input) }
    }

    /// Serves an endpoint with a handler that also receives the request, including the framework's context.
    ///
    /// ```swift
    /// .on(requestOf: \.add) { input, request in try await store.add(input.title, from: request.header[.userAgent]) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - respond: A function that makes the output from the input and the request. The request's body has already
    ///     been read.
    /// - Returns: The routes with this route.
    public consuming func on<Input, Output>(
        requestOf endpoint: KeyPath<API, Endpoint<Input, Output>>,
        _ respond: @escaping @Sendable (Input, IncomingRequest) async throws -> Output
    ) -> Self {
        let (endpoint, baseURL) = (api[keyPath: endpoint], api.baseURL)
        let coding = endpoint.parts.coding(of: api.coding)
        // Responses use the envelope, requests don't.
        var wrapped = coding
        wrapped.envelope = api.envelope
        let responseCoding = wrapped
        endpoints.append(endpoint.description)
        methods.insert(endpoint.method)
        // The closure has no capture list, because a closure with a capture list would change the executor (Swift 6.3).
        var handler = RouteHandler(authentication: authentication(of: endpoint.options)) { request, limit in
            let data = request.body.byteCount == 0 ? Data() : try await request.body.collect(upTo: limit)
            try endpoint.checkBody(data, of: request)
            let source = RequestSource(
                pathTexts: request.pathTexts, query: request.query, header: request.header,
                data: data,
                scheme: endpoint.scheme, coding: coding, baseURL: baseURL, checking: InputBounds.shared
            )
            func read() throws -> Input { try endpoint.input.read(source, endpoint.bodyFormat) }
            let input = data.count < LargeInputs.size ? try read() : try await LargeInputs.shared.read(by: read)
            let output: Output
            do {
                output = try await respond(input, request)
            } catch {
                guard let response = try endpoint.response(to: error, coding: coding) else { throw error }
                return response
            }
            return try endpoint.output.write(output, endpoint.status, endpoint.responseFormat, responseCoding)
        }
        handler.heartbeat = endpoint.output.heartbeat
        table.add(endpoint.method, prefix + endpoint.template.segments, handler)
        return self
    }

    /// Serves a method and a path without an endpoint, such as an upload or a health check.
    ///
    /// ```swift
    /// .on(.post, "/uploads/{name}") { request in
    ///     for try await chunk in request.body { try await store.append(chunk, to: request.pathValues["name"]) }
    ///     return TransportResponse(head: ResponseHead(status: .created))
    /// }
    /// ```
    ///
    /// Requests need credentials if the API requires them for all its requests.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path. The values of its placeholders are in ``IncomingRequest/pathValues``.
    ///   - handler: A function that makes the response. It can read a body of any size, chunk by chunk; the unread rest
    ///     is dropped after the response. ``/Requests/MessageBody/collect(upTo:)`` has a separate limit, and throws a
    ///     413 for a larger body.
    /// - Returns: The routes with this route.
    public consuming func on(
        _ method: HTTPMethod, _ path: String,
        _ handler: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        on(method, path, authentication: options.authentication, handler)
    }

    /// Serves a method and a path without an endpoint, and sets whether requests need credentials.
    ///
    /// ```swift
    /// .on(.get, "/health", authentication: .none) { _ in TransportResponse(head: ResponseHead(status: .ok)) }
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - authentication: Determines whether requests need credentials, instead of the API's rule for all its
    ///     requests.
    ///   - handler: A function that makes the response.
    /// - Returns: The routes with this route.
    public consuming func on(
        _ method: HTTPMethod, _ path: String, authentication: AuthenticationRequirement,
        _ handler: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        on(method, path, authentication: authentication, isFallback: false, handler)
    }

    /// Serves a method and a path, unless a route that is added before or after this one serves them.
    package consuming func on(
        _ method: HTTPMethod, _ path: String, authentication: AuthenticationRequirement, isFallback: Bool,
        _ handler: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        endpoints.append("\(method.rawValue) \(path)")
        methods.insert(method)
        let handler = RouteHandler(authentication: authentication) { request, _ in try await handler(request) }
        table.add(method, prefix + PathTemplate(path).segments, handler, isFallback: isFallback)
        return self
    }

    /// Responds to a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, even if serving the request throws an error.
    public func respond(to request: IncomingRequest) async -> TransportResponse {
        do {
            return reportingBody(of: try await response(to: request), to: request)
        } catch {
            return response(to: request, failedBy: error)
        }
    }
}
