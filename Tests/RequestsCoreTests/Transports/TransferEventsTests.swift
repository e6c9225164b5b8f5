import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

private struct Problem: Decodable, Sendable, Equatable { var title: String }

private struct Shop: RequestProviding {
    typealias Failure = Problem
    var baseURL: URL { URL("http://h") }
}

@Suite("TransferEvents", .timeLimit(.minutes(1)))
struct TransferEventsTests {
    private let api = AnonymousProvider("http://h")

    private func text<Resource>(of event: TransferEvent<Resource>?) -> String? {
        switch event {
        case .sent(let progress)?, .received(let progress)?: "\(progress)"
        case .finished(let head, let resource)?: "\(head): \(resource)"
        case nil: nil
        }
    }

    @Test func `the last event contains the resource`() async throws {
        let transport = Prepared(.init(fields: ["Content-Length": "3"], chunks: ["a", "bc"]))
        var texts: [String?] = []
        for try await event in transport.events(of: api.post(.text("hello"), to: "/").receiving(.text)) {
            texts.append(text(of: event))
        }
        #expect(texts.first == "sent 5 of 5 bytes")
        #expect(texts.dropLast().last == "received 3 of 3 bytes")
        #expect(texts.last == "200 OK: abc")
    }

    @Test func `a slow reader gets the latest event, and the end`() async throws {
        let written = Gate()
        let transport = Chunks(count: 1_000, end: written)
        var events = transport.events(of: api.post(.text("hello"), to: "/").receiving(.data)).makeAsyncIterator()
        await written.opened()
        var texts: [String?] = []
        while let event = try await events.next() {
            if case .finished(_, let data) = event {
                texts.append("\(data.count)")
            } else {
                texts.append(text(of: event))
            }
        }
        #expect(texts.first == "sent 5 of 5 bytes")
        #expect(texts.suffix(2) == ["received 1000 bytes", "1000"])
        // If the test reads its events before the last chunk is reported, it gets one older report first.
        #expect(texts.count <= 4)
        let end = try await events.next()
        #expect(end == nil)
    }

    @Test func `the failure is typed`() async throws {
        let transport = Prepared(.init(status: .notFound, chunks: [#"{"title":"Gone"}"#]))
        var problem: Problem?
        do {
            for try await event in transport.events(of: Shop().get(.text, from: "/")) {
                Issue.record("\(event)")
            }
        } catch {
            // This compiles only if the loop throws no other type of error.
            problem = error.failure
            #expect(error.code == .unacceptableStatus)
        }
        #expect(problem == Problem(title: "Gone"))
    }

    @Test func `no event follows the failure`() async throws {
        var events = Prepared().events(of: api.get(.text, from: "/")).makeAsyncIterator()
        await #expect(throws: TransportError.self) { try await events.next() }
        let end = try await events.next()
        #expect(end == nil)
    }

    @Test func `each loop sends the request`() async throws {
        let transport = Prepared(.init(chunks: ["a"]), .init(chunks: ["b"]))
        let events = transport.events(of: api.get(.text, from: "/"))
        #expect(transport.requests.isEmpty)
        for text in ["a", "b"] {
            for try await case .finished(_, let resource) in events { #expect(resource == text) }
        }
        #expect(transport.requests.count == 2)
    }

    /// Runs the body with a server that sends a part of a response, and opens a gate when the peer has closed.
    private func withHeldResponse(_ body: (RawServer, _ closed: Gate) async throws -> Void) async throws {
        let closed = Gate()
        try await withRawServer({ connection in
            try connection.respond("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            try await body(server, closed)
        }
    }

    @Test func `leaving the loop cancels the request`() async throws {
        try await withHeldResponse { server, closed in
            for try await event in URLSession.shared.events(of: server.get()) {
                if case .received(let progress) = event, progress.completedByteCount == 3 { break }
            }
            await closed.opened()
        }
    }

    @Test func `dropping an iterator cancels the request`() async throws {
        try await withHeldResponse { server, closed in
            func first() async throws -> TransferEvent<Data>? {
                var events = URLSession.shared.events(of: server.get()).makeAsyncIterator()
                return try await events.next()
            }
            let event = try await first()
            #expect(event != nil)
            await closed.opened()
        }
    }

    @Test func `cancelling the task of the loop cancels the request`() async throws {
        try await withHeldResponse { server, closed in
            let arrived = Gate()
            let request = server.get()
            let task = Task {
                do throws(TransportError) {
                    for try await event in URLSession.shared.events(of: request) {
                        if case .received = event { arrived.open() }
                    }
                    return nil as RequestErrorCode?
                } catch {
                    return error.code
                }
            }
            await arrived.opened()
            task.cancel()
            let code = await task.value
            #expect(code == .cancelled)
            await closed.opened()
        }
    }
}
