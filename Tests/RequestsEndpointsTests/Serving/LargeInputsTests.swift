import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

@testable import RequestsEndpoints

/// Large inputs, which must not occupy all threads of Swift's pool.
@Suite("Large inputs", .timeLimit(.minutes(1))) struct LargeInputsTests {
    private struct ListAPI: RequestProviding {
        let baseURL = URL("https://lists.example")

        @POST("/lists") var add: Endpoint<NumberList, Int>
    }

    /// A list that records how many lists are decoded at once.
    private struct NumberList: Codable {
        static let state = Guarded((running: 0, most: 0))

        var numbers: [Int]

        init(from decoder: any Decoder) throws {
            Self.state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            defer { Self.state.withLock { $0.running -= 1 } }
            numbers = try [Int](from: decoder)
        }

        func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
    }

    @Test func `half as many large bodies are decoded at once as there are cores`() async throws {
        let routes = Routes(ListAPI()).on(\.add) { $0.numbers.count }
        let body = Data(("[" + Array(repeating: "1234567", count: 40_000).joined(separator: ",") + "]").utf8)
        #expect(body.count > LargeInputs.size)
        await withTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    let request = IncomingRequest(method: .post, target: "/lists", body: MessageBody(body))
                    #expect(await routes.respond(to: request).head.status == .ok)
                }
            }
        }
        let most = NumberList.state.withLock { $0.most }
        #expect((1...max(1, ProcessInfo.processInfo.activeProcessorCount / 2)).contains(most))
    }

    @Test func `inputs wait for their turn in order, and a cancelled one ends without being read`() async throws {
        let inputs = LargeInputs(width: 1), order = Order()
        await inputs.enter()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<3 {
            tasks.append(Task { try await inputs.read { order.numbers.withLock { $0.append(number) } } })
            while inputs.waitingCount <= number { await Task.yield() }
        }
        tasks[1].cancel()
        inputs.leave()
        for (number, task) in tasks.enumerated() {
            if number == 1 {
                await #expect(throws: CancellationError.self) { try await task.value }
            } else {
                try await task.value
            }
        }
        #expect(order.numbers.withLock { $0 } == [0, 2])
        #expect(inputs.waitingCount == 0)
    }
}

/// The numbers of the inputs that were read, in order.
private final class Order: Sendable {
    let numbers = Guarded<[Int]>([])
}
