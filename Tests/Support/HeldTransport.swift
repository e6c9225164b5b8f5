import Foundation
package import Requests
import RequestsConformance

/// A transport that responds to each call when the test releases it.
package final class HeldTransport: Transport {
    private struct State {
        var urls: [String] = []
        var gates: [Gate] = []
        /// The calls that were released before they arrived.
        var released: Set<Int> = []
        var running = 0
        var mostRunning = 0
    }

    private let state = Guarded(State())
    private let response: @Sendable (OutgoingRequest) throws -> TransportResponse

    package init(
        _ response: @escaping @Sendable (OutgoingRequest) throws -> TransportResponse = { request in
            TransportResponse(
                head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(Data("ok".utf8)))
        }
    ) {
        self.response = response
    }

    /// The URLs of the calls, in the order in which they came.
    package var urls: [String] { state.withLock(\.urls) }
    /// The number of calls that run.
    package var runningCount: Int { state.withLock(\.running) }
    /// The largest number of calls that ran at the same time.
    package var mostRunning: Int { state.withLock(\.mostRunning) }

    /// Waits until a number of calls came.
    package func came(_ count: Int) async {
        while urls.count < count { await Task.yield() }
    }

    /// Lets a call continue, even one that comes later.
    package func release(_ index: Int) {
        state.withLock { state in
            guard state.gates.indices.contains(index) else {
                state.released.insert(index)
                return
            }
            state.gates[index].open()
        }
    }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let gate = Gate()
        state.withLock { state in
            state.urls.append(request.urlText)
            if state.released.contains(state.gates.count) { gate.open() }
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
