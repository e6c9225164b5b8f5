import Foundation
import Requests
import RequestsTesting
import Testing

@testable import RequestsCaching

@Suite("Messages on their way", .timeLimit(.minutes(1)))
struct FlightTests {
    /// A transport that responds only when the test lets it.
    private final class Held: Sendable {
        let transport: ScriptedTransport
        private let signal: AsyncStream<Void>.Continuation
        private let arrivals: AsyncStream<Int>

        init(_ respond: @escaping @Sendable (Int) throws -> TransportResponse) {
            let (stream, signal) = AsyncStream<Void>.makeStream()
            self.signal = signal
            let (arrivals, arrival) = AsyncStream<Int>.makeStream()
            self.arrivals = arrivals
            transport = ScriptedTransport { _, count in
                arrival.yield(count)
                for await _ in stream { break }
                try Task.checkCancellation()
                return try respond(count)
            }
        }

        func waitForMessage() async { for await _ in arrivals { break } }
        func letGo() { signal.yield() }
    }

    private static let fresh: HeaderFields = ["Cache-Control": "max-age=60"]

    /// Makes 20 calls at once, lets the only message continue, and expects the same text from each call.
    private func expectOneResponse(from cached: some Transport, _ held: Held) async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await cached.get().1 } }
            await held.waitForMessage()
            held.letGo()
            for try await text in group { #expect(text == "one") }
        }
    }

    @Test func `followers get the response of the first one`() async throws {
        let held = Held { _ in .made(200, Self.fresh, "one") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        try await expectOneResponse(from: cached, held)
        #expect(held.transport.requests.count == 1)
    }

    @Test func `followers get the stored response that the first one validated`() async throws {
        let date = TestDate()
        let header: HeaderFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        let held = Held { .made($0 == 1 ? 200 : 304, header, $0 == 1 ? "one" : "") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        held.letGo()
        #expect(try await cached.get().1 == "one")
        await held.waitForMessage()
        date.advance(by: 90)
        try await expectOneResponse(from: cached, held)
        #expect(held.transport.requests.count == 2)
    }

    @Test func `cancelling the first one leaves the others`() async throws {
        let held = Held { .made(200, Self.fresh, "\($0)") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        let first = Task { try await cached.get() }
        await held.waitForMessage()
        let others = (0..<5).map { _ in Task { try await cached.get() } }
        first.cancel()
        await held.waitForMessage()
        held.letGo()
        for other in others { #expect(try await other.value.1 == "2") }
        await #expect(throws: (any Error).self) { try await first.value }
    }

    @Test func `cancelling a follower leaves the first one`() async throws {
        let held = Held { .made(200, Self.fresh, "\($0)") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        let first = Task { try await cached.get() }
        await held.waitForMessage()
        let follower = Task { try await cached.get() }
        follower.cancel()
        await #expect(throws: (any Error).self) { try await follower.value }
        held.letGo()
        #expect(try await first.value.1 == "1")
    }

    @Test func `followers of a response that is not stored go to the server`() async throws {
        let held = Held { .made(200, ["Cache-Control": "no-store"], "\($0)") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        let tasks = (0..<3).map { _ in Task { try await cached.get().1 } }
        for _ in 0..<3 {
            await held.waitForMessage()
            held.letGo()
        }
        var texts: Set<String> = []
        for task in tasks { texts.insert(try await task.value) }
        #expect(texts == ["1", "2", "3"])
    }

    @Test func `a response to a message from before a change is not stored`() async throws {
        let held = Held { .made(200, Self.fresh, "\($0)") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        let old = Task { try await cached.get() }
        await held.waitForMessage()
        let change = Task { try await cached.send(OutgoingRequest(method: .put, urlText: "http://h/a")) }
        await held.waitForMessage()
        held.letGo()
        held.letGo()
        _ = try await (old.value, change.value)
        held.letGo()
        let (status, text) = try await cached.get()
        // Either of the first two messages may have been released first. If the PUT was first, the response to the GET
        // isn't stored.
        #expect(status == .miss ? text == "3" : text == "1")
    }

    @Test func `messages with other timeouts do not wait for each other`() {
        let message = OutgoingRequest(urlText: "http://h/a")
        var idle = message, total = message
        idle.timeoutInterval = 1
        total.options.policy.totalTimeout = .seconds(1)
        for other in [idle, total] {
            #expect(!Flight(message, isShareable: true).serves(Flight(other, isShareable: true)))
            #expect(!Flight(other, isShareable: true).serves(Flight(message, isShareable: true)))
        }
        #expect(Flight(message, isShareable: true).serves(Flight(message, isShareable: true)))
    }

    @Test func `a follower waits no longer than its own limit, and the first one continues`() async throws {
        let held = Held { .made(200, Self.fresh, "\($0)") }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        var message = OutgoingRequest(urlText: "http://h/a")
        message.context.reading = .whole
        message.context.deadline = .now + .seconds(600)
        let first = Task { [message] in try await cached.send(message) }
        await held.waitForMessage()
        message.context.deadline = .now + .seconds(-1)
        let error = await #expect(throws: TransportError.self) { try await cached.send(message) }
        #expect(error?.code == .timedOut)
        #expect(error?.request != nil)
        held.letGo()
        #expect(try await first.value.text() == "1")
        #expect(held.transport.requests.count == 1)
    }

    @Test func `a follower is not ended by the time limit of the first one`() async throws {
        let held = Held { count in
            if count == 1 { throw TransportError(code: .timedOut, message: "the first call took too long") }
            return .made(200, Self.fresh, "\(count)")
        }
        let cached = held.transport.caching(in: .memory(limit: 1 << 20))
        let first = Task { try await cached.get() }
        await held.waitForMessage()
        let follower = Task { try await cached.get() }
        held.letGo()
        await #expect(throws: TransportError.self) { try await first.value }
        held.letGo()
        #expect(try await follower.value == (.miss, "2"))
    }

    @Test func `a message whose response is read in pieces doesn't wait for other messages`() {
        var whole = OutgoingRequest(urlText: "http://h/a")
        whole.context.reading = .whole
        let isShareable = { (message: OutgoingRequest) in CachedCall(message) { _ in .made(200, [:]) }.isShareable }
        #expect(isShareable(whole))
        for reading in [ExchangeContext.Reading.chunks, .elements] {
            whole.context.reading = reading
            #expect(!isShareable(whole))
        }
    }
}
