import Requests

/// A request to which a script responds with frames, while a second request waits on the same connection.
///
/// The second request arrives first, and receives its response last. A third request follows.
struct Probe: Sendable {
    /// The allowed outcomes of the second request.
    enum Others: Sendable {
        /// The frames affect only their stream.
        case succeed
        /// The frames affect the whole connection.
        case mayBeLost

        fileprivate var expectation: Expectation {
            switch self {
            case .succeed: .response("other")
            case .mayBeLost: .response("other") || .failure(.connectionLost)
            }
        }
    }

    typealias Play = @Sendable (HTTP2Stream, RawConnection) throws -> Void

    let name: String
    let expectation: Expectation
    var others = Others.succeed
    var behavior = HTTP2Behavior()
    /// The time after which the request must have ended, if no bytes arrive.
    var timeout = Duration.seconds(3)
    var method = HTTPMethod.get
    /// Changes the request.
    var request: @Sendable (CaseRequest) -> CaseRequest = { $0 }
    let play: Play

    init(
        _ name: String, _ expectation: Expectation, others: Others = .succeed,
        behavior: HTTP2Behavior = HTTP2Behavior(), timeout: Duration = .seconds(3), method: HTTPMethod = .get,
        request: @escaping @Sendable (CaseRequest) -> CaseRequest = { $0 }, play: @escaping Play
    ) {
        self.name = name
        self.expectation = expectation
        self.others = others
        self.behavior = behavior
        self.timeout = timeout
        self.method = method
        self.request = request
        self.play = play
    }

    /// The case that sends the requests, and checks their outcomes.
    var conformanceCase: ConformanceCase {
        var result = ConformanceCase(.http2, name) { stage in try await check(stage) }
        result.versions = .http2
        return result
    }

    private func check(_ stage: Stage) async throws {
        let arrived = stage.gate(), released = stage.gate()
        let server = try stage.serve(behavior) { stream, connection in
            switch stream.path {
            case "/other":
                arrived.open()
                try released.wait()
                try stream.respond("other")
            case "/probe": try play(stream, connection)
            default: try stream.respond(stream.path)
            }
        }
        async let other = first(server.request(.get, "/other"), arrived, stage)
        await arrived.opened()
        let probe = request(server.request(method, "/probe")).timeout(after: timeout)
        let outcome = await stage.exchange(probe.setting(\.policy.totalTimeout, timeout * 2))
        released.open()
        let otherOutcome = await other
        try stage.expect(outcome, expectation, .whole)
        try stage.expect(otherOutcome, others.expectation, .whole)
        try await stage.expect(server.request(.get, "/next"), .response("/next"))
    }

    private func first(_ request: CaseRequest, _ arrived: Gate, _ stage: Stage) async -> Outcome {
        // If the request fails immediately, the case doesn't wait for its arrival.
        defer { arrived.open() }
        return await stage.exchange(request)
    }
}

extension ConformanceCase {
    /// Makes a case for HTTP/2 only.
    init(http2 name: String, _ body: @escaping @Sendable (Stage) async throws -> Void) {
        self.init(.http2, name, body)
        versions = .http2
    }
}
