#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsHummingbird
import Testing

@Suite("Streaming bodies on Hummingbird", .timeLimit(.minutes(1))) struct StreamingTests {
    private struct Broken: Error {}

    /// Makes routes that stream the elements of a source.
    private func routes() -> (Routes<TodosAPI>, AsyncThrowingStream<String, any Error>.Continuation, Gate) {
        let (stream, source) = AsyncThrowingStream.makeStream(of: String.self)
        // Only the response keeps the stream alive. A server that stops during a write drops the response without
        // reading on.
        let held = Guarded<AsyncThrowingStream<String, any Error>?>(stream)
        let ended = Gate()
        source.onTermination = { _ in ended.open() }
        let routes = Routes(TodosAPI())
            .on(\.lines) { _ in ElementStream(try #require(held.withLock { $0.take() })) }
            .on(\.prompt) { _ in ElementStream(try #require(held.withLock { $0.take() })) }
        return (routes, source, ended)
    }

    @Test func `lines arrive one by one while the server waits`() async throws {
        let (routes, source, _) = routes()
        try await withApplication(Router().mount(routes)) { (url: URL, session) in
            let lines = try await session.stream(TodosAPI(baseURL: url).request(\.lines, 3))
            var iterator = lines.makeAsyncIterator()
            for line in ["one", "two", "three"] {
                source.yield(line)
                // The next element is added only when the current one has arrived.
                #expect(try await iterator.next() == line)
            }
            source.finish()
            #expect(try await iterator.next() == nil)
        }
    }

    @Test(arguments: ["GET /v1/lines/1", "POST /v1/prompt"])
    func `a client that disconnects ends a waiting producer`(line: String) async throws {
        let (routes, source, ended) = routes()
        try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            let body = line.hasPrefix("POST") ? "Content-Length: 4\r\n\r\ntext" : "\r\n"
            try client.send("\(line) HTTP/1.1\r\nHost: test\r\n\(body)")
            source.yield("one")
            // The whole chunk is read first: closing with unread bytes would reset the connection. Hummingbird 2.28 may
            // not report a reset at all, because `HTTPConnectionStateHandler` keeps `channelInactive` to itself.
            #expect(try await client.receive(through: "one\n\r\n").lowercased().contains("transfer-encoding: chunked"))
            #expect(!ended.isOpen)
            client.close()
            await ended.opened()
        }
    }

    @Test func `a cancelled request ends a waiting producer`() async throws {
        let (routes, source, ended) = routes()
        try await withApplication(Router().mount(routes)) { (url: URL, session) in
            let arrived = Gate()
            let task = Task {
                for try await _ in try await session.stream(TodosAPI(baseURL: url).request(\.lines, 1)) {
                    arrived.open()
                }
            }
            source.yield("one")
            await arrived.opened()
            task.cancel()
            await ended.opened()
            _ = await task.result
        }
    }

    @Test func `a server that stops ends its streams`() async throws {
        let (routes, source, ended) = routes()
        let client = try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            try client.send("GET /v1/lines/1 HTTP/1.1\r\nHost: test\r\n\r\n")
            source.yield("one")
            _ = try await client.receive(through: "one\n")
            return client
        }
        defer { client.close() }
        await ended.opened()
    }

    @Test func `a stream that fails breaks off the response, and is reported`() async throws {
        let (plain, source, _) = routes()
        let reported = Gate()
        let routes = plain.onUnexpectedError { error, _ in
            if error is Broken { reported.open() }
        }
        try await withApplication(Router().mount(routes)) { (url: URL, session) in
            source.yield("one")
            let lines = try await session.stream(TodosAPI(baseURL: url).request(\.lines, 1))
            var iterator = lines.makeAsyncIterator()
            #expect(try await iterator.next() == "one")
            source.finish(throwing: Broken())
            await #expect(throws: (any Error).self) { while try await iterator.next() != nil {} }
        }
        await reported.opened()
    }

    @Test func `a request that arrives before the end of a stream doesn't get the response of another`() async throws {
        let (routes, source, _) = routes()
        try await withApplication(Router().mount(routes.on(\.name) { $0 })) { port in
            let client = try WireClient(port: port)
            defer { client.close() }
            try client.send("GET /v1/lines/1 HTTP/1.1\r\nHost: test\r\n\r\n")
            source.yield("one")
            _ = try await client.receive(through: "one\n")
            for name in ["a", "b"] { try client.send("GET /v1/lists/\(name)/name HTTP/1.1\r\nHost: test\r\n\r\n") }
            source.finish()
            #expect(!(try await client.receive().contains("HTTP/1.1")))
        }
    }

    @Test func `many MiB are uploaded and returned, with their length`() async throws {
        let count = 12 * 1_024 * 1_024
        let routes = Routes(TodosAPI())
            .on(.post, "/upload") { request in
                var bytes = 0
                for try await chunk in request.body { bytes += chunk.count }
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("\(bytes)".utf8)))
            }
            .on(.get, "/download") { _ in
                let chunks = AsyncStream<Data>.counting(to: count)
                let header: HeaderFields = ["Content-Length": "\(count)"]
                return TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(chunks))
            }
        try await withApplication(Router().mount(routes)) { (url: URL, session) in
            let api = TodosAPI(baseURL: url)
            let bytes = try await session.perform(
                api.post(.stream { InputStream(data: Data(count: count)) }, to: "/upload").receiving(.text))
            #expect(bytes == "\(count)")
            let (head, data) = try await session.response(for: api.get(.data, from: "/download"))
            #expect(data.count == count)
            #expect(head.header["Content-Length"] == "\(count)")
        }
    }

    @Test(arguments: [3, 5]) func `a body that is shorter or longer than its stated length closes the connection`(
        count: Int
    ) async throws {
        let unexpected = Guarded<[String]>([])
        let routes = Routes(TodosAPI()).on(.get, "/short") { _ in
            let header: HeaderFields = ["Content-Length": "4"]
            return TransportResponse(
                head: ResponseHead(status: .ok, header: header),
                body: MessageBody(AsyncStream<Data>.counting(to: count)))
        }.onUnexpectedError { error, _ in unexpected.withLock { $0.append("\(error)") } }
        try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            defer { client.close() }
            try client.send("GET /v1/short HTTP/1.1\r\nHost: test\r\n\r\n")
            #expect(try await client.receive().body.utf8.count < 4)
        }
        #expect(unexpected.withLock(\.self) == ["the length of the body differs from the Content-Length"])
    }

    private struct Replacing: RouterMiddleware {
        func handle(
            _ request: Hummingbird.Request, context: BasicRequestContext,
            next: (Hummingbird.Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var request = request
            for _ in 1...2 { request.body = RequestBody(asyncSequence: request.body) }
            return try await next(request, context)
        }
    }

    @Test(arguments: ["GET /v1/lines/1", "POST /v1/prompt"])
    func `the response of a stream states that its connection ends`(line: String) async throws {
        let (routes, source, _) = routes()
        source.yield("one")
        source.finish()
        try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            defer { client.close() }
            // Without a length, a request has no body in HTTP/1.
            try client.send("\(line) HTTP/1.1\r\nHost: test\r\n\r\n")
            let text = try await client.receive()
            #expect(
                text.fields.map { $0.lowercased() } == [
                    "connection: close", "content-type: text/plain; charset=utf-8", "transfer-encoding: chunked",
                ])
            #expect(text.body == "4\r\none\n\r\n0\r\n\r\n")
        }
    }

    @Test func `the response to HEAD states no length for a stream, and the connection ends after the head`()
        async throws
    {
        let (routes, _, _) = routes()
        let served =
            routes
            .on(.get, "/sized") { _ in
                let body = MessageBody(AsyncStream<Data>.counting(to: 3))
                return TransportResponse(head: ResponseHead(status: .ok, header: ["Content-Length": "3"]), body: body)
            }
            .on(.get, "/own") { _ in
                TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("a".utf8)))
            }
            .on(.head, "/own") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .on(.head, "/alone") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .on(.get, "/empty") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
        try await withApplication(Router().mount(served)) { port in
            for path in ["/v1/lines/1", "/v1/own"] {
                let client = try WireClient(port: port)
                defer { client.close() }
                try client.send("HEAD \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
                let text = try await client.receive()
                #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("\r\n\r\n") && text.body == "", "\(text)")
                let fields = text.fields.map { $0.lowercased() }
                #expect(fields.contains("connection: close"))
                #expect(!fields.contains { $0.hasPrefix("content-length") })
            }
            for (path, length) in [("/v1/sized", 3), ("/v1/alone", 0), ("/v1/empty", 0)] {
                let text = try await WireClient.exchange("HEAD", path, port: port)
                #expect(text.body == "")
                #expect(text.fields.map { $0.lowercased() } == ["content-length: \(length)"], "\(path)")
            }
        }
    }

    @Test func `a body that a middleware replaced is read`() async throws {
        let (routes, source, _) = routes()
        source.yield("one")
        source.finish()
        try await withApplication(Router().add(middleware: Replacing()).mount(routes)) { port in
            let text = try await WireClient.exchange("GET", "/v1/lines/1", port: port)
            #expect(text.body == "4\r\none\n\r\n0\r\n\r\n")
        }
    }
}

extension AsyncStream<Data> {
    /// Makes this many bytes, in chunks of at most 64 KiB.
    fileprivate static func counting(to count: Int) -> AsyncStream<Data> {
        let left = Guarded(count)
        return AsyncStream {
            left.withLock { left in
                let size = Swift.min(left, 65_536)
                left -= size
                return size > 0 ? Data(count: size) : nil
            }
        }
    }
}
#endif
