import Foundation

/// The endpoints of an API, served: a function that answers requests, for any server framework, or for none.
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
/// Inputs are read by the rules that write them. What can't be read is a 400 that names the first problem, a path without a route
/// a 404, another method a 405 with `Allow`, a body of another media type or with a content coding a 415, and one over
/// ``bodySizeLimit`` a 413. HEAD is answered as GET is, without the body; OPTIONS by the methods that the path has. A response with
/// a status that has no content (204, 205, 304) has none, whatever a handler returns.
///
/// A handler that throws the API's failure, where that is an error with a body (``StatusProviding``), answers with it; a
/// ``ServingError`` with its status and message; any other error is a 500 that says nothing more. Answers that succeed are in
/// the ``Envelope`` of the API, where it has one.
public struct Routes<API: RequestProviding>: Sendable {
    /// The API.
    public let api: API

    /// The path that the routes stand below: that of the API's base URL, unless the routes were mounted elsewhere.
    public let path: String

    /// How large the body of an endpoint's request may be, in bytes; 16 MiB by default.
    ///
    /// A larger one is a 413, before it is read if its Content-Length says so. It does not hold for what is served by method and
    /// path: such a handler reads the body itself, as far as it likes.
    public var bodySizeLimit = 16 * 1_024 * 1_024

    /// The methods and templates that are served, in the order in which they were added.
    public private(set) var endpoints: [String] = []

    /// The methods that are served.
    package private(set) var methods: Set<HTTPMethod> = []

    private(set) var table = RouteTable<Handler>()
    let prefix: [EndpointSegment]
    private(set) var describe: @Sendable (ServingError) -> any Encodable & Sendable = { ["message": $0.message] }
    private(set) var observe: @Sendable (any Error, IncomingRequest) -> Void = { _, _ in }

    /// Answers a request whose path values are known; an endpoint's body has the limit of the routes.
    typealias Handler = @Sendable (IncomingRequest, _ bodySizeLimit: Int) async throws -> TransportResponse

    /// Makes the routes of an API, none at first.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - path: The path that they stand below. By default that of the API's base URL, so that its requests find them.
    public init(_ api: API, at path: String? = nil) {
        self.api = api
        self.path = path ?? api.baseURL.path(percentEncoded: true)
        prefix = EndpointPath(self.path).segments
    }

    /// Has what is wrong with a request described in another way than `{"message": …}`.
    ///
    /// - Parameter describe: Makes the body, which is written as JSON.
    /// - Returns: The routes.
    public consuming func describingErrors(by describe: @escaping @Sendable (ServingError) -> any Encodable & Sendable)
        -> Self
    {
        self.describe = describe
        return self
    }

    /// Shows the errors that an answer says nothing about, for a log: also those that break off the body of one.
    ///
    /// A client that has left is no error: neither a body that breaks off, nor what a handler throws after it was cancelled.
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
    ///   - handler: Makes the output of an input; `{ … }` where nothing goes in.
    /// - Returns: The routes with this one; of two with the same method and path the first counts.
    public consuming func on<Input, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, _ handler: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        on(requestOf: endpoint) { input, _ in try await handler(input) }
    }

    /// Serves an endpoint, and shows the handler the request as it came, with the context of the framework.
    ///
    /// ```swift
    /// .on(requestOf: \.add) { input, request in try await store.add(input.title, from: request.header[.userAgent]) }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - handler: Makes the output of an input and the request. Its body has been read.
    /// - Returns: The routes with this one.
    public consuming func on<Input, Output>(
        requestOf endpoint: KeyPath<API, Endpoint<Input, Output>>,
        _ handler: @escaping @Sendable (Input, IncomingRequest) async throws -> Output
    ) -> Self {
        let (endpoint, coding, baseURL) = (api[keyPath: endpoint], api.coding, api.baseURL)
        // Answers are wrapped, requests are not.
        var responseCoding = coding
        responseCoding.envelope = api.envelope
        endpoints.append(endpoint.description)
        methods.insert(endpoint.method)
        table.add(endpoint.method, prefix + endpoint.path.segments) { [responseCoding] request, limit in
            let data = try await request.body.collect(upTo: limit)
            try endpoint.checkBody(data, of: request)
            let source = RequestSource(
                pathTexts: request.pathValues, query: String(request.pathAndQuery.query), header: request.header,
                data: data,
                scheme: endpoint.scheme, coding: coding, baseURL: baseURL
            )
            let input = try endpoint.input.read(source, endpoint.bodyFormat)
            let output = try await handler(input, request)
            return try endpoint.output.write(output, endpoint.status, endpoint.answerFormat, responseCoding)
        }
        return self
    }

    /// Serves a method and a path that are no endpoint, such as an upload or a check of health.
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
    ///   - path: The path; its values are ``IncomingRequest/pathValues``.
    ///   - handler: Makes the answer. The body of the request is unread, and comes as it is read, whatever its size; what is left of
    ///     it when the answer has gone is dropped. ``MessageBody/collect(upTo:)`` has a limit of its own; over that it throws a 413.
    /// - Returns: The routes with this one.
    public consuming func on(
        _ method: HTTPMethod, _ path: EndpointPath,
        _ handler: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        endpoints.append("\(method.rawValue) \(path.template)")
        methods.insert(method)
        table.add(method, prefix + path.segments) { request, _ in try await handler(request) }
        return self
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer; an error is one as well.
    public func respond(to request: IncomingRequest) async -> TransportResponse {
        do {
            return reportingBody(of: try await response(to: request), to: request)
        } catch {
            return response(to: request, failedBy: error)
        }
    }
}
