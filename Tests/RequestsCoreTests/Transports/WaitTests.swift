import Requests
import RequestsTesting
import TestSupport
import Testing

@testable import RequestsCore

@Suite("Wait", .timeLimit(.minutes(1))) struct WaitTests {
    private struct Late: Error {}

    private func wait(until deadline: Moment? = nil) -> Wait {
        Wait(until: deadline) { Late() }
    }

    @Test func `the first end counts, whether it comes before or after the wait`() async throws {
        let early = wait()
        #expect(early.end())
        #expect(!early.end(.failure(Late())))
        try await early.ended()
        let late = wait()
        let task = Task { try await late.ended() }
        #expect(late.end(.failure(Late())))
        #expect(!late.end())
        await #expect(throws: Late.self) { try await task.value }
    }

    @Test func `a cancelled task stops waiting`() async {
        let waiting = wait()
        let task = Task { try await waiting.ended() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(waiting.hasEnded)
        #expect(!waiting.end())
    }

    @Test func `a wait ends at its deadline`() async {
        let waiting = wait(until: .now + .seconds(-1))
        await #expect(throws: Late.self) { try await waiting.ended() }
        #expect(waiting.hasEnded)
    }

    @Test func `the wait of a call ends with the error of a call`() async {
        var message = OutgoingRequest(urlText: "https://h.example/")
        message.context.deadline = .now + .seconds(-1)
        let error = await #expect(throws: TransportError.self) { try await Wait(of: message).ended() }
        #expect(error?.code == .timedOut)
        #expect(error?.request?.urlText == "https://h.example/")
        #expect(Wait(of: nil).timeLimit == nil)
    }
}
