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
/// a 404, another method a 405 with `Allow`, a body of another media type a 415, and one over ``bodySizeLimit`` a 413. HEAD is
/// answered as GET is, without the body; OPTIONS by the methods that the path has.
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
    /// A larger one is a 413. It does not hold for what is served by method and path: such a handler reads the body itself, as
    /// far as it likes.
    public var bodySizeLimit = 16 * 1_024 * 1_024

    /// The methods and templates that are served, in the order in which they were added.
    public private(set) var endpoints: [String] = []

    /// The methods that are served.
    package private(set) var methods: Set<HTTPMethod> = []

    private var table = RouteTable<Handler>()
    private let prefix: [EndpointSegment]
    private var describe: @Sendable (ServingError) -> any Encodable & Sendable = { ["message": $0.message] }
    private var observe: @Sendable (any Error, IncomingRequest) -> Void = { _, _ in }

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
        var answerCoding = coding
        answerCoding.envelope = api.envelope
        endpoints.append(endpoint.description)
        methods.insert(endpoint.method)
        table.add(endpoint.method, prefix + endpoint.path.segments) { [answerCoding] request, limit in
            let data = try await Self.collect(request.body, upTo: limit)
            try endpoint.checkMediaType(of: request, data)
            let source = InputSource(
                pathTexts: request.pathValues, query: String(request.pathAndQuery.query), header: request.header,
                data: data,
                scheme: endpoint.scheme, coding: coding, baseURL: baseURL
            )
            let input = try endpoint.input.read(source, endpoint.bodyFormat)
            let output = try await handler(input, request)
            return try endpoint.output.write(output, endpoint.status, endpoint.answerFormat, answerCoding)
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
    ///     it when the answer has gone is dropped. ``MessageBody/collect(upTo:)`` has a limit of its own.
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

    /// The answer with a body that reports the error that breaks it off, and shows the other side nothing of it.
    package func reportingBody(of response: TransportResponse, to request: IncomingRequest) -> TransportResponse {
        // What is all there can't break off.
        guard response.body.byteCount == nil else { return response }
        let body = ReportingBody(base: response.body) { [observe] error in observe(error, request) }
        return TransportResponse(head: response.head, body: MessageBody(body))
    }

    /// The answer to a request that failed with an error which the other side is told nothing of.
    package func response(to request: IncomingRequest, failedBy error: any Error) -> TransportResponse {
        observe(error, request)
        return described(ServingError(.internalServerError, "something went wrong here")).fitting(request.method)
    }

    /// Answers a request, and throws the errors that an answer says nothing about.
    package func response(to request: IncomingRequest) async throws -> TransportResponse {
        let response: TransportResponse
        do {
            response = try await answer(to: request)
        } catch {
            guard let answer = answer(of: error) else { throw error }
            response = answer
        }
        return response.fitting(request.method)
    }

    /// Whether there is a route for a request.
    package func matches(_ request: IncomingRequest) -> Bool {
        guard let segments = Self.segments(of: request.pathAndQuery.path) else { return false }
        if case .found = table.route(request.method, segments) { return true }
        return false
    }

    /// Whether there is something at the path of a request, for its method or for another.
    package func hasRoute(for request: IncomingRequest) -> Bool {
        guard let segments = Self.segments(of: request.pathAndQuery.path) else { return false }
        if case .nothing = table.route(request.method, segments) { return false }
        return true
    }

    /// Whether the path of a request is that of the routes, or below it.
    package func areAbove(_ request: IncomingRequest) -> Bool {
        let path = request.pathAndQuery.path
        guard path.hasPrefix("/"), let segments = Self.segments(of: path) else { return false }
        return segments.count >= prefix.count && zip(prefix, segments).allSatisfy { $0.values(in: $1) != nil }
    }

    private func answer(to request: IncomingRequest) async throws -> TransportResponse {
        guard let segments = Self.segments(of: request.pathAndQuery.path) else {
            throw ServingError(.badRequest, "the path is not UTF-8")
        }
        switch table.route(request.method, segments) {
        case .nothing:
            throw ServingError(.notFound, "there is nothing at this path")
        case .otherMethods(let methods):
            let header = HeaderFields([HeaderField("Allow", methods.map(\.rawValue).joined(separator: ", "))])
            if request.method == .options {
                return TransportResponse(head: ResponseHead(status: .noContent, header: header))
            }
            throw ServingError(
                .methodNotAllowed, "\(request.method) is not allowed here", header: header)
        case .found(let match):
            var request = request
            request.pathValues = match.values
            return try await match.handler(request, bodySizeLimit)
        }
    }

    private static func collect(_ body: MessageBody, upTo limit: Int) async throws -> Data {
        do {
            return try await body.collect(upTo: limit)
        } catch let error as TransportError where error.code == .responseTooLarge {
            throw ServingError(.contentTooLarge, "the body is larger than \(limit) bytes")
        } catch let error as TransportError where error.code == .connectionLost {
            throw ServingError(.badRequest, "the body broke off")
        }
    }

    /// The segments of a path, percent-decoded and without empty ones; `nil` where it is not UTF-8.
    private static func segments(of path: Substring) -> [String]? {
        var segments: [String] = []
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
            guard let text = PercentEncoding.text(of: segment) else { return nil }
            segments.append(text)
        }
        return segments
    }

    /// The answer that an error is; `nil` for one that the other side is told nothing of.
    private func answer(of error: any Error) -> TransportResponse? {
        if let failure = error as? API.Failure, let body = failure as? any Encodable {
            let status = (error as? any StatusProviding)?.responseStatus ?? .internalServerError
            return answer(status, body)
        }
        switch error {
        case let problem as InputProblem: return described(ServingError(problem))
        case let error as ServingError: return described(error)
        default: return nil
        }
    }

    private func described(_ error: ServingError) -> TransportResponse {
        answer(error.status, describe(error), error.header)
    }

    private func answer(_ status: HTTPStatus, _ body: any Encodable, _ fields: HeaderFields = []) -> TransportResponse {
        var header = fields
        let content = try? BodyContent(body, as: .json, coding: api.coding)
        if let type = content?.type { header.append(.contentType(type)) }
        return TransportResponse(
            head: ResponseHead(status: status, header: header), body: MessageBody(content?.data ?? Data()))
    }
}

extension TransportResponse {
    /// The answer without its body where the method is HEAD, which still says how long it is (RFC 9110, section 9.3.2).
    fileprivate func fitting(_ method: HTTPMethod) -> TransportResponse {
        guard method == .head else { return self }
        var header = head.header
        if !header.contains("Content-Length"), let count = body.byteCount, count > 0 {
            header.append(HeaderField("Content-Length", "\(count)"))
        }
        return TransportResponse(head: ResponseHead(status: head.status, header: header, url: head.url))
    }
}

extension Endpoint {
    /// Checks that a body says what it is; whether that is the format of the endpoint counts where it is read by it.
    fileprivate func checkMediaType(of request: IncomingRequest, _ data: Data) throws {
        guard !data.isEmpty, scheme.others == .bodyField, let text = request.header[.contentType],
            input.type.map({ !MessageText.isScalar($0) }) ?? false
        else { return }
        if MediaType(text) == nil { throw ServingError(.unsupportedMediaType, "the media type is malformed") }
    }
}
