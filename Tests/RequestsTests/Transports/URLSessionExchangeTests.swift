import Foundation
import Testing

@testable import Requests

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The events, in orders that no server brings about at will.
@Suite("URLSessionExchange", .timeLimit(.minutes(1)))
struct URLSessionExchangeTests {
    private static let url = URL("http://127.0.0.1/")

    private static func exchange(timeout: Double = 60, limit: Int = 100) -> URLSessionExchange {
        var request = OutgoingRequest(url: "http://127.0.0.1/", timeoutInterval: timeout)
        request.options.policy.responseSizeLimit = limit
        return URLSessionExchange(request)
    }

    private static func response(_ status: Int = 200) throws -> HTTPURLResponse {
        try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
    }

    @Test func `whatever comes puts the deadline off`() throws {
        let exchange = Self.exchange(timeout: 5)
        let response = try Self.response()
        let events: [(URLSessionExchange) -> Void] = [
            { $0.receive(response) }, { $0.receive(Data("a".utf8)) }, { $0.noteActivity() },
        ]
        for event in events {
            let before = try #require(exchange.idleDeadline)
            event(exchange)
            let after = try #require(exchange.idleDeadline)
            #expect(after > before)
            #expect(after <= .now + .seconds(5))
        }
    }

    @Test(arguments: [1e9, 1e300, .infinity]) func `a time-out of decades is none`(_ seconds: Double) {
        #expect(Self.exchange(timeout: seconds).idleDeadline == nil)
    }

    @Test func `the first end counts`() async {
        let exchange = Self.exchange()
        exchange.timeOut()
        exchange.cancel()
        exchange.complete(nil, URLError(.networkConnectionLost))
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .timedOut)
    }

    @Test func `chunks before a failure are read, those after it are not`() async throws {
        let exchange = Self.exchange()
        exchange.receive(Data("a".utf8))
        exchange.complete(nil, URLError(.networkConnectionLost))
        exchange.receive(Data("b".utf8))
        let chunk = try await exchange.next()
        #expect(chunk == Data("a".utf8))
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .connectionLost)
    }

    @Test func `a time-out in the body keeps the head and what came`() async throws {
        let exchange = Self.exchange()
        exchange.receive(try Self.response())
        exchange.receive(Data("ab".utf8))
        exchange.receive(Data("c".utf8))
        exchange.timeOut()
        let error = await #expect(throws: TransportError.self) { try await exchange.collect(upTo: 10) }
        #expect(error?.code == .timedOut)
        #expect(error?.head?.status == .ok)
        #expect(error?.body == Data("abc".utf8))
        #expect(error?.request?.url == "http://127.0.0.1/")
    }

    @Test func `nothing is read after a cancel`() async {
        let exchange = Self.exchange()
        exchange.receive(Data("a".utf8))
        exchange.cancel()
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.code == .cancelled)
    }

    @Test func `a head that comes twice is the first, and one that is interim is none`() async throws {
        let exchange = Self.exchange()
        for status in [103, 200, 500] { exchange.receive(try Self.response(status)) }
        exchange.timeOut()
        let error = await #expect(throws: TransportError.self) { try await exchange.next() }
        #expect(error?.head?.status == .ok)
    }

    @Test func `a redirect after the end is not followed`() throws {
        let exchange = Self.exchange()
        exchange.cancel()
        let answer = Gate()
        exchange.redirect(after: try Self.response(302), proposed: URLRequest(url: Self.url)) { request in
            #expect(request == nil)
            answer.open()
        }
        #if canImport(FoundationNetworking)
        // Foundation traps where it is told.
        #expect(!answer.isOpen)
        #endif
    }
}
