import BenchmarkWorkloads
import Foundation
import Requests
import Synchronization

/// Sends requests to the loopback server, several at once.
protocol Load: Sendable {
    func send(_ count: Int, atOnce lanes: Int) async throws
}

extension Load {
    /// Measures the nanoseconds per request.
    func measure(_ count: Int, atOnce lanes: Int) async throws -> Double {
        let duration = try await ContinuousClock().measure { try await send(count, atOnce: lanes) }
        return duration / .nanoseconds(1) / Double(count)
    }

    /// Runs tasks that share the work evenly; each task counts its part from zero.
    func inLanes(_ lanes: Int, _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<lanes {
                group.addTask {
                    for index in 0..<count / lanes { try await work(index) }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The load of this library, from the chain to the decoded value.
struct LibraryLoad<Client: Transport>: Load {
    let transport: Client
    let api: ExampleAPI

    func send(_ count: Int, atOnce lanes: Int) async throws {
        try await inLanes(lanes, count) { id in
            let request = api.get(.json(Repository.self), from: "/repos/\(id)")
            let repository = try await transport.perform(request)
            precondition(repository.id == 1)
        }
    }
}

/// A bare `dataTask` whose completion handler decodes the response and sends the next request, without tasks in
/// between.
struct BareLoad: Load {
    let session: URLSession
    let url: URL

    func send(_ count: Int, atOnce lanes: Int) async throws {
        let done = try await withCheckedThrowingContinuation { continuation in
            let run = Run(session: session, request: URLRequest(url: url), count: count / lanes * lanes, continuation)
            for _ in 0..<lanes { run.next() }
        }
        precondition(done == count / lanes * lanes)
    }

    private final class Run: Sendable {
        private let session: URLSession
        private let request: URLRequest
        private let continuation: CheckedContinuation<Int, any Error>
        private let count: Int
        private let decoder = JSONDecoder()
        private let counts = Mutex((started: 0, done: 0))

        init(session: URLSession, request: URLRequest, count: Int, _ continuation: CheckedContinuation<Int, any Error>)
        {
            self.session = session
            self.request = request
            self.count = count
            self.continuation = continuation
        }

        func next() {
            let starts = counts.withLock { counts in
                counts.started += 1
                return counts.started <= count
            }
            if starts { session.dataTask(with: request, completionHandler: complete).resume() }
        }

        private func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
            guard
                let data, (response as? HTTPURLResponse)?.statusCode == 200,
                let repository = try? decoder.decode(Repository.self, from: data), repository.id == 1
            else { preconditionFailure("no response: \(String(describing: error))") }
            next()
            let done = counts.withLock { counts in
                counts.done += 1
                return counts.done
            }
            if done == count { continuation.resume(returning: done) }
        }
    }
}
