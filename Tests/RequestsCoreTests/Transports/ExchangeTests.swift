import Foundation
import Requests
import TestSupport
import Testing

@testable import RequestsCore

/// Events in orders that no server can produce reliably.
@Suite("Exchange", .timeLimit(.minutes(1)))
struct ExchangeTests {
    private static func exchange(timeout: Double = 60, limit: Int = 100, isReadAtOnce: Bool = false) -> Exchange {
        var request = OutgoingRequest(urlText: "http://127.0.0.1/", timeoutInterval: timeout)
        request.options.policy.responseSizeLimit = limit
        request.context.reading = isReadAtOnce ? .whole : .chunks
        return Exchange(request)
    }

    private static func head(_ status: Int = 200) -> ResponseHead {
        ResponseHead(status: HTTPStatus(status), urlText: "http://127.0.0.1/")
    }

    @Test func `every event postpones the deadline`() throws {
        let exchange = Self.exchange(timeout: 5)
        let events: [(Exchange) -> Void] = [
            { $0.receive(Self.head()) }, { $0.noteSent(1) }, { $0.noteActivity() }, { $0.receive(Data("a".utf8)) },
        ]
        for event in events {
            let before = try #require(exchange.timeLimit?.deadline)
            event(exchange)
            let after = try #require(exchange.timeLimit?.deadline)
            #expect(after > before)
            #expect(after <= .now + .seconds(5))
        }
    }

    @Test func `while a chunk waits to be read, the server isn't idle`() async throws {
        let exchange = Self.exchange(timeout: 5)
        exchange.receive(Data("a".utf8))
        let before = try #require(exchange.timeLimit?.deadline)
        let after = try #require(exchange.timeLimit?.deadline)
        #expect(after > before)
        _ = try await exchange.next()
        #expect(exchange.timeLimit?.deadline == exchange.timeLimit?.deadline)
    }

    @Test(arguments: [1e9, 1e300, .infinity]) func `a timeout of decades counts as none`(_ seconds: Double) {
        #expect(Self.exchange(timeout: seconds).timeLimit == nil)
    }

    @Test func `the earlier of two deadlines counts`() {
        var request = OutgoingRequest(urlText: "http://127.0.0.1/", timeoutInterval: 5)
        request.context.deadline = .now + .seconds(1)
        #expect(Exchange(request).timeLimit?.deadline == request.context.deadline)
        request.timeoutInterval = .infinity
        #expect(Exchange(request).timeLimit?.deadline == request.context.deadline)
        request.context.deadline = .now + .seconds(100)
        request.timeoutInterval = 5
        #expect(Exchange(request).timeLimit?.distance == .seconds(5))
    }

    @Test func `an exchange that ended before it is watched isn't kept`() {
        // A private watchdog, which nobody else checks at the same moment.
        let watchdog = TimeoutWatchdog()
        let exchange = Self.exchange()
        watchdog.watch(exchange)
        #expect(watchdog.count == 1)
        watchdog.forget(exchange)
        exchange.cancel()
        watchdog.watch(exchange)
        #expect(watchdog.count == 0)
    }

    @Test func `the first end counts`() async {
        let exchange = Self.exchange()
        exchange.timeOut()
        exchange.cancel()
        exchange.fail(URLError(.networkConnectionLost))
        exchange.finish()
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .timedOut)
    }

    @Test func `the cleanup of the transport is called once, whenever it is set`() {
        let calls = Counter()
        let early = Self.exchange()
        #expect(early.began { calls.next() })
        early.cancel()
        early.timeOut()
        #expect(calls.count == 1)
        let late = Self.exchange()
        late.cancel()
        #expect(!late.began { calls.next() })
        #expect(calls.count == 2)
        let done = Self.exchange()
        done.began { calls.next() }
        done.finish()
        done.cancel()
        #expect(calls.count == 2)
    }

    @Test func `chunks before a failure are read, but not those after it`() async throws {
        let exchange = Self.exchange()
        exchange.receive(Data("a".utf8))
        exchange.fail(URLError(.networkConnectionLost))
        exchange.receive(Data("b".utf8))
        let chunk = try await exchange.next()
        #expect(chunk == Data("a".utf8))
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .connectionLost)
    }

    @Test func `a timeout in the body keeps the head and the received chunks`() async throws {
        let exchange = Self.exchange()
        exchange.receive(Self.head())
        exchange.receive(Data("ab".utf8))
        exchange.receive(Data("c".utf8))
        exchange.timeOut()
        let error = await #expect(throws: TransportError.self) { try await exchange.collect(upTo: 10) }
        #expect(error?.code == .timedOut)
        #expect(error?.head?.status == .ok)
        #expect(error?.body == Data("abc".utf8))
        #expect(error?.request?.urlText == "http://127.0.0.1/")
    }

    @Test func `nothing is read after cancellation`() async {
        let exchange = Self.exchange()
        exchange.receive(Data("a".utf8))
        exchange.cancel()
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .cancelled)
    }

    @Test func `only the first final head counts, and an interim one is ignored`() async throws {
        let exchange = Self.exchange()
        for status in [103, 200, 500] { exchange.receive(Self.head(status)) }
        exchange.timeOut()
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.head?.status == .ok)
    }

    @Test func `a transport is asked to pause, and to resume when the chunks are read`() async throws {
        let exchange = Self.exchange(limit: 10_000_000)
        let chunk = Data(count: ExchangeState.enough - 1)
        #expect(exchange.receive(chunk))
        #expect(!exchange.receive(Data([1])))
        let calls = Counter()
        exchange.whenDrained { calls.next() }
        #expect(calls.count == 0)
        let first = try await exchange.next()
        #expect(first == chunk)
        #expect(calls.count == 1)
        exchange.whenDrained { calls.next() }
        #expect(calls.count == 2)
    }

    @Test func `a paused transport is released at the end`() {
        let exchange = Self.exchange(limit: 10_000_000)
        exchange.receive(Data(count: ExchangeState.enough))
        let calls = Counter()
        exchange.whenDrained { calls.next() }
        exchange.cancel()
        #expect(calls.count == 1)
    }

    @Test func `a transport that can't pause overflows, after the received chunks were read`() async throws {
        let exchange = Self.exchange(limit: 3)
        exchange.receive(Data("ab".utf8))
        exchange.receive(Data("cd".utf8))
        let chunks = [try await exchange.next(), try await exchange.next()]
        #expect(chunks == [Data("ab".utf8), Data("cd".utf8)])
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .bufferOverflow)
    }

    @Test func `a body that is collected as a whole throws that it is too large`() async {
        let exchange = Self.exchange(limit: 3)
        exchange.receive(Data("abcd".utf8))
        let error = await #expect(throws: TransportError.self) { try await exchange.collect(upTo: 3) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test func `a redirect that will be followed isn't read to its end`() async throws {
        let redirect = ResponseHead(status: .found, header: ["Location": "/2"], urlText: "http://127.0.0.1/")
        let response = try await Self.exchange(isReadAtOnce: true).response { $0.receive(redirect) }
        #expect(response.head.status == .found)
    }
}
