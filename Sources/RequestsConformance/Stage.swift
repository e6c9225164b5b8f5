import Foundation
import Requests

/// The environment of a case: the transport, and servers, gates and files that are removed when the case ends.
final class Stage: Sendable {
    private struct State {
        var servers: [RawServer] = []
        var gates: [Gate] = []
        var files: [URL] = []
        var hasEnded = false
    }

    let transport: any Transport
    /// The front of the case's servers.
    ///
    /// With a front, the servers speak HTTP/2.
    private let front: RawServer.Front?
    private let state = Guarded(State())

    init(transport: any Transport, http2 front: RawServer.Front? = nil) {
        self.transport = transport
        self.front = front
    }

    /// Starts a server that passes each connection to a script, or each stream of its connections over HTTP/2.
    func serve(_ script: @escaping @Sendable (RawConnection) throws -> Void) throws -> RawServer {
        try adopt(front.map { try RawServer(http2: $0, script) } ?? RawServer(script))
    }

    /// Starts a server that responds to each request, and to several requests on one connection.
    func serve(responding response: @escaping @Sendable (RawRequest) -> String) throws -> RawServer {
        try serve(RawServer.script(response))
    }

    /// Starts an HTTP/2 server whose scripts can send frames.
    func serve(
        _ behavior: HTTP2Behavior = HTTP2Behavior(), frames script: @escaping HTTP2Connection.Script
    ) throws -> RawServer {
        let front = try unwrap(front, "a value for the argument `http2`")
        return try adopt(RawServer(http2: front, behaving: behavior, script))
    }

    /// Starts a server that passes the bytes of each connection to a script.
    ///
    /// Clients reach the server through the front for HTTP/2.
    func serveBytes(_ script: @escaping @Sendable (RawConnection) throws -> Void) throws -> RawServer {
        try adopt(RawServer(behind: unwrap(front, "a value for the argument `http2`"), script))
    }

    /// Makes a gate that opens when the case ends, at the latest.
    func gate() -> Gate {
        let gate = Gate()
        let hasEnded = state.withLock { state in
            state.gates.append(gate)
            return state.hasEnded
        }
        if hasEnded { gate.open() }
        return gate
    }

    /// Makes a file that is removed when the case ends.
    func file(_ data: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        try data.write(to: url)
        state.withLock { $0.files.append(url) }
        return url
    }

    /// Starts a responding server on the IPv6 loopback address; `nil` if the machine has no such address.
    func serveIPv6(responding response: @escaping @Sendable (RawRequest) -> String) throws -> RawServer? {
        try RawServer.onIPv6(responding: response).map(adopt)
    }

    private func adopt(_ server: RawServer) -> RawServer {
        state.withLock { $0.servers.append(server) }
        return server
    }

    /// Indicates whether the servers have a front with TLS.
    var isSecure: Bool { state.withLock { $0.servers.last?.baseURL.scheme == "https" } }

    /// The error for received bytes that are not a request.
    var scriptError: (any Error)? {
        for case RawServerError.malformed(let text) in state.withLock(\.servers).flatMap(\.errors) {
            return RawServerError.malformed(text)
        }
        return nil
    }

    /// Opens the gates, stops the servers, and removes the files.
    func end() async {
        let state = state.withLock { state in
            state.hasEnded = true
            return state
        }
        for gate in state.gates { gate.open() }
        for file in state.files { try? FileManager.default.removeItem(at: file) }
        // Joining blocks the thread, which must not belong to Swift's pool.
        await withCheckedContinuation { continuation in
            Thread {
                for server in state.servers { server.stop() }
                continuation.resume()
            }.start()
        }
    }
}

extension Stage {
    /// Makes a failure with the requests that the servers have received so far.
    func failure(expected: String, actual: String) -> ConformanceFailure {
        let heads = state.withLock(\.servers).flatMap(\.requests).map { request in
            request.headText.split(whereSeparator: \.isNewline).joined(separator: " | ")
                + (request.body.isEmpty ? "" : " + \(request.body.count) bytes")
        }
        return ConformanceFailure(expected: expected, actual: actual, received: heads)
    }

    /// Fails if two values differ.
    func expect<Value: Equatable>(
        _ actual: Value, _ expected: Value, _ what: String
    ) throws(ConformanceFailure) {
        guard actual != expected else { return }
        throw failure(expected: "\(what): \(expected)", actual: "\(actual)")
    }

    /// Fails if a condition is false.
    func expect(
        _ condition: Bool, _ what: String, _ actual: @autoclosure () -> String
    ) throws(ConformanceFailure) {
        if !condition { throw failure(expected: what, actual: actual()) }
    }

    /// Returns a value, or fails if it is `nil`.
    func unwrap<Value>(_ value: Value?, _ what: String) throws(ConformanceFailure) -> Value {
        guard let value else { throw failure(expected: what, actual: "nothing") }
        return value
    }

    /// Fails if the outcome of an exchange is not expected.
    @discardableResult
    func expect(_ outcome: Outcome, _ expectation: Expectation, _ reading: Reading) throws(ConformanceFailure)
        -> Outcome
    {
        guard !expectation.allows(outcome) else { return outcome }
        throw failure(expected: "\(expectation), \(reading)", actual: "\(outcome)")
    }

    /// Sends a request, and fails if its outcome is not expected.
    @discardableResult
    func expect(
        _ request: CaseRequest, _ expectation: Expectation, _ reading: Reading = .whole
    ) async throws -> Outcome {
        try expect(await exchange(request, reading), expectation, reading)
    }

    /// Sends a request, and returns the outcome.
    func exchange(_ request: CaseRequest, _ reading: Reading = .whole) async -> Outcome {
        var head: ResponseHead?
        var body = Data()
        do {
            switch reading {
            case .whole:
                let (head, body) = try await transport.response(for: request)
                return .response(Response(head: head, body: body))
            case .chunks:
                let response = try await transport.send(request.resolve())
                head = response.head
                for try await chunk in response.body { body.append(chunk) }
                return .response(Response(head: response.head, body: body))
            }
        } catch {
            let error = TransportError(anyError: error)
            return .failure(
                Failure(
                    code: error.code,
                    message: ([error.message] + [error.underlyingError?.localizedDescription].compactMap { $0 })
                        .joined(separator: ": "),
                    status: (error.head ?? head)?.status.code,
                    body: error.body.isEmpty ? body : error.body
                )
            )
        }
    }
}

extension Stage {
    /// Downloads into a file.
    ///
    /// - Returns: The error code and the file's content, each `nil` if absent.
    func download(_ request: CaseRequest) async throws -> (code: RequestErrorCode?, data: Data?) {
        let url = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let error = await error { try await transport.download(request, to: url) }
        return (error?.code, FileManager.default.contents(atPath: url.path))
    }

    /// Returns an operation's error; `nil` if it succeeds.
    func error<Value>(_ work: () async throws -> Value) async -> TransportError? {
        do {
            _ = try await work()
            return nil
        } catch {
            return TransportError(anyError: error)
        }
    }
}

/// A request that returns the bytes of the response, whatever its status.
typealias CaseRequest = Request<AnonymousProvider, Data>

extension RawServer {
    /// Makes a request to this server that accepts any status.
    func request(_ method: HTTPMethod = .get, _ path: String = "/") -> CaseRequest {
        Request<AnonymousProvider, Void>(
            api: AnonymousProvider(baseURL: baseURL), endpoint: URLPath(path), method: method
        )
        .receiving(.data)
        .accepting(.any)
    }
}
