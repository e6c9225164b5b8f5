import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite("Streams through a cache", .timeLimit(.minutes(1)))
struct StreamTests {
    /// A transport whose bodies are fed by the test, one for each message.
    private final class Fed: Sendable {
        private final class Feeds: Sendable {
            let list = Guarded<[AsyncThrowingStream<Data, any Error>.Continuation]>([])
        }

        let transport: ScriptedTransport
        private let feeds = Feeds()

        init(_ header: HeaderFields) {
            transport = ScriptedTransport { [feeds] _, _ in
                let (stream, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
                feeds.list.withLock { $0.append(feed) }
                return TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(stream))
            }
        }

        func feed(_ index: Int = 0, _ texts: String..., ending: Bool = true, error: (any Error)? = nil) {
            let feed = feeds.list.withLock { $0[index] }
            for text in texts { feed.yield(Data(text.utf8)) }
            if ending { feed.finish(throwing: error) }
        }
    }

    private let fresh: HeaderFields = ["Cache-Control": "max-age=60"]
    private let request = OutgoingRequest(urlText: "http://h/a")

    @Test func `a stream is stored while it is read`() async throws {
        let fed = Fed(fresh)
        let cached = fed.transport.caching(in: .memory(limit: 1 << 20))
        let response = try await cached.send(request)
        fed.feed(0, "one ", ending: false)
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == Data("one ".utf8))
        fed.feed(0, "two")
        #expect(try await response.text() == "two")
        #expect(try await cached.get() == (.hit, "one two"))
        #expect(fed.transport.requests.count == 1)
    }

    @Test func `a body that breaks off is not stored`() async throws {
        let fed = Fed(fresh)
        let cached = fed.transport.caching(in: .memory(limit: 1 << 20))
        let response = try await cached.send(request)
        fed.feed(0, "one", error: URLError(.networkConnectionLost))
        await #expect(throws: URLError.self) { try await response.text() }
        let second = try await cached.send(request)
        #expect(second.head.cacheStatus == .miss)
        #expect(fed.transport.requests.count == 2)
    }

    @Test func `a dropped body isn't stored, and no longer counts`() async throws {
        let fed = Fed(fresh)
        let store = MemoryStore(limit: 1 << 20)
        let cached = fed.transport.caching(in: CacheStorage(store: store))
        do {
            let response = try await cached.send(request)
            fed.feed(0, "one", ending: false)
            var chunks = response.body.makeAsyncIterator()
            _ = try await chunks.next()
        }
        let second = try await cached.send(request)
        #expect(second.head.cacheStatus == .miss)
        fed.feed(1, "two")
        #expect(try await second.text() == "two")
        #expect(try await cached.get() == (.hit, "two"))
    }

    @Test func `a body that differs from its announced length is not stored`() async throws {
        let fed = Fed(["Cache-Control": "max-age=60", "Content-Length": "5"])
        let cached = fed.transport.caching(in: .memory(limit: 1 << 20))
        let response = try await cached.send(request)
        fed.feed(0, "one")
        #expect(try await response.text() == "one")
        #expect(try await cached.send(request).head.cacheStatus == .miss)
    }

    @Test func `a body in memory that differs from its announced length is not stored`() async throws {
        let transport = ScriptedTransport { _, _ in
            .made(200, ["Cache-Control": "max-age=60", "Content-Length": "5"], "one")
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        #expect(try await cached.get() == (.miss, "one"))
        #expect(try await cached.get() == (.miss, "one"))
    }

    @Test func `an endless stream whose response can't be reused isn't stored`() async throws {
        let fed = Fed([:])
        let store = MemoryStore(limit: 1 << 20)
        let cached = fed.transport.caching(in: CacheStorage(store: store))
        let response = try await cached.send(request)
        fed.feed(0, "one", ending: false)
        var chunks = response.body.makeAsyncIterator()
        _ = try await chunks.next()
        #expect(store.byteCount == 0)
    }

    @Test func `each call that reads a stream gets a separate stream`() async throws {
        let fed = Fed(fresh)
        let cached = fed.transport.caching(in: .memory(limit: 1 << 20))
        let first = try await cached.send(request)
        let second = try await cached.send(request)
        #expect(fed.transport.requests.count == 2)
        fed.feed(0, "one")
        fed.feed(1, "two")
        #expect(try await second.text() == "two")
        #expect(try await first.text() == "one")
        #expect(try await cached.get() == (.hit, "one"))
    }

    @Test func `the end of one call does not end an identical one`() async throws {
        let late = TransportError(code: .timedOut, message: "the first call took too long")
        let transport = ScriptedTransport { _, count in
            let (stream, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
            feed.yield(Data("body".utf8))
            feed.finish(throwing: count == 1 ? late : nil)
            return TransportResponse(head: ResponseHead(status: .ok, header: fresh), body: MessageBody(stream))
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        let first = try await cached.send(request)
        let second = try await cached.send(request)
        let error = await #expect(throws: TransportError.self) { try await first.text() }
        #expect(error?.code == .timedOut)
        #expect(try await second.text() == "body")
    }

    @Test func `a stream that ends early for a cancelled reader is not stored`() async throws {
        let fed = Fed(fresh)
        let store = MemoryStore(limit: 1 << 20)
        let cached = fed.transport.caching(in: CacheStorage(store: store))
        let response = try await cached.send(request)
        fed.feed(0, "one", ending: false)
        let reading = Task { try await response.text() }
        reading.cancel()
        _ = await reading.result
        #expect(store.entries(for: CacheKey(url: request.urlText)).isEmpty)
    }

    @Test func `the content of a download that bypasses the cache isn't stored`() async throws {
        /// A sink that accepts everything.
        struct Sink: ContentSink {
            func write(_ chunk: Data) {}
        }
        let transport = ScriptedTransport { [fresh] request, _ in
            let head = ResponseHead(status: .ok, header: fresh)
            let (stream, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
            if try request.options.openContentSink?(head) == nil { feed.yield(Data("body".utf8)) }
            feed.finish()
            return TransportResponse(head: head, body: MessageBody(stream))
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        for isOpened in [true, false] {
            var download = request
            download.options.openContentSink = { _ in isOpened ? Sink() : nil }
            #expect(try await cached.send(download).text() == (isOpened ? "" : "body"))
        }
        #expect(try await cached.get() == (.hit, "body"))
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: ["no-store", "no-cache", "max-age=0"])
    func `a response that can't be reused isn't shared`(_ directives: String) async throws {
        let fed = Fed(["Cache-Control": directives, "ETag": "\"a\""])
        let cached = fed.transport.caching(in: .memory(limit: 1 << 20))
        let first = try await cached.send(request)
        let second = try await cached.send(request)
        fed.feed(0, "one")
        fed.feed(1, "two")
        #expect(try await first.text() == "one")
        #expect(try await second.text() == "two")
    }

    @Test func `requests with other fields are not shared`() async throws {
        let fed = Fed(fresh)
        let cached = fed.transport.caching(in: .memory(limit: 1 << 20))
        let first = try await cached.send(request)
        let other = try await cached.send(OutgoingRequest(urlText: "http://h/a", header: ["Authorization": "b"]))
        fed.feed(0, "one")
        fed.feed(1, "two")
        #expect(try await first.text() == "one")
        #expect(try await other.text() == "two")
    }
}
