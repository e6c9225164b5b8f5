import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

@Suite("URLSession, the body of a request", .timeLimit(.minutes(1)))
struct URLSessionBodyTests {
    private func wire(_ body: BodyProvider, _ method: HTTPMethod = .post) async throws -> RawRequest {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            _ = try await URLSession.shared.perform(server.api.request(to: "/", using: method).sending(body))
            #expect(server.errors.isEmpty)
            #expect(server.requests.count == 1)
            return try #require(server.requests.first)
        }
    }

    /// Makes bytes that depend on their position.
    private static func bytes(_ count: Int) -> Data {
        // The period is prime, so successive blocks differ if their size is a power of two.
        let period = Data(0..<251)
        var bytes = Data(capacity: count + 251)
        while bytes.count < count { bytes += period }
        return bytes.prefix(count)
    }

    @Test(arguments: [1, 16_384, 65_537, 3_000_000])
    func `bytes arrive whole, without an Expect field`(_ count: Int) async throws {
        let request = try await wire(.data(Self.bytes(count)))
        #expect(request["Content-Length"] == ["\(count)"])
        #expect(request["Transfer-Encoding"].isEmpty)
        // libcurl would wait a second for `100 Continue`.
        #expect(request["Expect"].isEmpty)
        #expect(Data(request.body) == Self.bytes(count))
    }

    @Test(arguments: [0, 1, 100_000, 3_000_000])
    func `a file arrives whole, with its length`(_ count: Int) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Self.bytes(count).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let request = try await wire(.file(url, contentType: "image/png"), .put)
        #expect(request["Content-Type"] == ["image/png"])
        #expect(request["Content-Length"] == ["\(count)"])
        #expect(request["Transfer-Encoding"].isEmpty)
        #expect(Data(request.body) == Self.bytes(count))
    }

    @Test func `a file that is missing when it is sent is an error`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("a".utf8).write(to: url)
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let message = try server.api.put(.file(url), to: "/").resolve()
            try FileManager.default.removeItem(at: url)
            let error = await #expect(throws: TransportError.self) { try await URLSession.shared.send(message) }
            #expect(error?.code == .bodyUnreadable)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: [0, 1, 100_000, 3_000_000])
    func `a stream of known length arrives whole, with its length`(_ count: Int) async throws {
        let request = try await wire(.stream(length: count) { InputStream(data: Self.bytes(count)) }, .patch)
        #expect(request["Transfer-Encoding"].isEmpty)
        #expect(request["Content-Length"] == ["\(count)"])
        #expect(request["Expect"].isEmpty)
        #expect(Data(request.body) == Self.bytes(count))
    }

    @Test func `a GET may have a body`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            _ = try await URLSession.shared.perform(server.get().sending(.text("a")).allowingBody())
            #expect(server.requests.map(\.method) == ["GET"])
            #expect(server.requests.first?.bodyText == "a")
            #expect(server.requests.first?["Content-Length"] == ["1"])
        }
    }

    @Test func `a body without a Content-Type gets none`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let message = OutgoingRequest(method: .post, urlText: "\(server.origin)/", body: .data(Data("a".utf8)))
            _ = try await URLSession.shared.send(message).body.collect(upTo: 10)
            #expect(server.requests.first?.bodyText == "a")
            #expect(server.requests.first?["Content-Type"] == [])
        }
    }

    @Test(arguments: [0, 5, 100_000])
    func `a stream that ends before its length is an error, and sends no request`(_ count: Int) async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let request = server.api.put(
                .stream(length: 200_000) { InputStream(data: Self.bytes(count)) }, to: "/")
            let error = await URLSession.shared.failure(of: request)
            #expect(error?.code == .bodyUnreadable)
            #expect(error?.message.contains("only \(count) of the declared 200000 bytes") == true)
            #expect(server.requests.isEmpty)
        }
    }

    /// Responds to a first request, and closes the connection on the second without a response.
    private static func breaking(_ connection: RawConnection, _ isFirst: Counter) throws {
        let breaks = isFirst.next() == 1
        while true {
            let request = try connection.readRequest()
            if breaks, request.target == "/2" { return }
            try connection.send(RawServer.ok(request.bodyText))
        }
    }

    @Test(
        arguments: [
            .data(Data("body".utf8)), .stream(length: 4) { InputStream(data: Data("body".utf8)) },
            .stream { InputStream(data: Data("body".utf8)) },
        ] as [BodyProvider])
    func `a connection that breaks before the response is replaced, and the body is sent again`(
        _ body: BodyProvider
    ) async throws {
        let counter = Counter()
        try await withRawServer({ try Self.breaking($0, counter) }) { server in
            let session = URLSession(configuration: .ephemeral)
            for path in ["/1", "/2"] {
                let response = try await session.send(server.api.put(body, to: URLPath(path)).resolve())
                let echo = try await response.body.collect(upTo: 100)
                #expect(echo == Data("body".utf8))
            }
            #expect(server.requests.map(\.bodyText) == ["body", "body", "body"])
        }
    }

    @Test func `a body that can't be made again ends the call when its connection breaks`() async throws {
        let counter = Counter(), count = Counter()
        try await withRawServer({ try Self.breaking($0, counter) }) { server in
            let session = URLSession(configuration: .ephemeral)
            _ = try await session.perform(server.api.put(.text("body"), to: "/1"))
            let body = BodyProvider.stream(length: 4) {
                guard count.next() == 1 else { throw CocoaError(.fileNoSuchFile) }
                return InputStream(data: Data("body".utf8))
            }
            let error = await session.failure(of: server.api.put(body, to: "/2"))
            #expect(error?.code == .bodyUnreadable)
            #expect(error?.underlyingError is CocoaError)
            #expect(server.requests.map(\.target) == ["/1", "/2"])
        }
    }

    @Test func `a POST isn't sent twice`() async throws {
        let counter = Counter()
        try await withRawServer({ try Self.breaking($0, counter) }) { server in
            let session = URLSession(configuration: .ephemeral)
            _ = try await session.perform(server.api.post(.text("body"), to: "/1"))
            let error = await session.failure(of: server.api.post(.text("body"), to: "/2"))
            #expect(error?.code == .connectionLost)
            #expect(server.requests.map(\.target) == ["/1", "/2"])
        }
    }

    @Test(arguments: [(Idempotency.refused, 2), (.keyed, 3)])
    func `the idempotency of a request also applies to a connection that breaks`(
        idempotency: Idempotency, count: Int
    ) async throws {
        let counter = Counter()
        try await withRawServer({ try Self.breaking($0, counter) }) { server in
            let session = URLSession(configuration: .ephemeral)
            _ = try await session.perform(server.api.put(.text("body"), to: "/1"))
            let error = await session.failure(of: server.api.put(.text("body"), to: "/2").idempotent(idempotency))
            #expect(error?.code == (idempotency == .refused ? .connectionLost : nil))
            #expect(server.requests.count == count)
        }
    }

    @Test(arguments: [(Idempotency.declared, 0), (.keyed, 1), (.refused, 0)])
    func `an idempotent POST is sent again, with the same key if it has one`(
        idempotency: Idempotency, keys: Int
    ) async throws {
        let counter = Counter()
        try await withRawServer({ try Self.breaking($0, counter) }) { server in
            let session = URLSession(configuration: .ephemeral)
            _ = try await session.perform(server.api.post(.text("body"), to: "/1"))
            let request = server.api.post(.text("body"), to: "/2").idempotent(idempotency)
            #expect(await session.failure(of: request)?.code == (idempotency == .refused ? .connectionLost : nil))
            #expect(server.requests.count == (idempotency == .refused ? 2 : 3))
            #expect(Set(server.requests.flatMap { $0["Idempotency-Key"] }).count == keys)
        }
    }

    @Test(arguments: [0, 1, 100_000, 3_000_000])
    func `a stream arrives whole, in chunks`(_ count: Int) async throws {
        let request = try await wire(.stream { InputStream(data: Self.bytes(count)) }, .patch)
        #expect(request["Content-Type"] == ["application/octet-stream"])
        #expect(request["Transfer-Encoding"] == ["chunked"])
        #expect(request["Content-Length"].isEmpty)
        #expect(request["Expect"].isEmpty)
        #expect(Data(request.body) == Self.bytes(count))
    }

    @Test func `a stream that can't be created is an error`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let request = server.api.put(.stream { throw CocoaError(.fileNoSuchFile) }, to: "/")
            let error = await URLSession.shared.failure(of: request)
            #expect(error?.code == .bodyUnreadable)
            #expect(error?.underlyingError is CocoaError)
            #expect(error?.request?.urlText == "\(server.origin)/")
            #expect(server.connectionCount == 0)
        }
    }

    #if canImport(FoundationNetworking)
    @Test(arguments: ["http://[::1]:9", "https://[2001:db8::1]"])
    func `an IPv6 URL that Foundation can't send is an error that says so`(base: String)
        async throws
    {
        let url = try #require(URL(string: base))
        let error = await URLSession.shared.failure(of: AnonymousProvider(baseURL: url).head("/"))
        #expect(error?.code == .connectionFailed)
        #expect(error?.message.contains("IPv6") == true)
    }
    #endif

    @Test func `a response that arrives before the body was sent is the response`() async throws {
        try await withRawServer({ connection in
            _ = try connection.readHead()
            try connection.send(RawServer.response(status: 413, reason: "Content Too Large", body: "no"))
            connection.finishSending()
            connection.waitUntilPeerCloses()
        }) { server in
            let error = await URLSession.shared.failure(of: server.api.post(Self.bytes(3_000_000), to: "/"))
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.statusCode == 413)
            #expect(error?.body == Data("no".utf8))
        }
    }
}
