import Foundation
import Requests
import RequestsTesting

/// A transport that responds to each call when the test says so.
final class HeldTransport: Transport {
    private struct State {
        var urls: [String] = []
        var gates: [Gate] = []
        var running = 0
        var mostRunning = 0
    }

    private let state = Guarded(State())
    private let response: @Sendable (OutgoingRequest) throws -> TransportResponse

    init(
        _ response: @escaping @Sendable (OutgoingRequest) throws -> TransportResponse = { request in
            TransportResponse(head: ResponseHead(status: .ok, url: request.url), body: MessageBody(Data("ok".utf8)))
        }
    ) {
        self.response = response
    }

    /// The URLs of the calls, in the order in which they came.
    var urls: [String] { state.withLock(\.urls) }
    /// The number of calls that run.
    var runningCount: Int { state.withLock(\.running) }
    /// The largest number of calls that ran at the same time.
    var mostRunning: Int { state.withLock(\.mostRunning) }

    /// Waits until a number of calls came.
    func came(_ count: Int) async {
        while urls.count < count { await Task.yield() }
    }

    /// Lets a call go on.
    func release(_ index: Int) { state.withLock { $0.gates[index] }.open() }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let gate = Gate()
        state.withLock { state in
            state.urls.append(request.url)
            state.gates.append(gate)
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        await gate.opened()
        try Task.checkCancellation()
        return try response(request)
    }
}
