#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TLSSupport
import Testing

/// HTTP/2 over TLS with nginx.
@Suite(
    "libcurl, HTTP/2", .timeLimit(.minutes(2)),
    .enabled(if: Nginx.program != nil, "needs nginx with its modules http_v2 and http_dav"))
struct CurlHTTP2Tests {
    /// Sends a number of requests at the same time, and returns the connections that they were sent on.
    private static func connections(
        of count: Int, by session: CurlSession, _ request: Request<AnonymousProvider, String>
    ) async throws -> [String] {
        try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { try await session.perform(request) } }
            return try await group.reduce(into: []) { result, text in
                #expect(text.hasSuffix(" HTTP/2.0"))
                result.append(String(text.prefix { $0 != " " }))
            }
        }
    }

    /// Makes a request for the number of its connection.
    private static func request(_ nginx: Nginx) -> Request<AnonymousProvider, String> {
        nginx.api().get(.text, from: "/connection")
    }

    private static func random(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count / 8).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } })
    }

    @Test func `the version of the response is 2`() async throws {
        try await withNginx { nginx in
            let request = nginx.api().get(.text, from: "/connection")
            let (head, text) = try await nginx.session().response(for: request)
            #expect(head.notes.protocolVersion == "2")
            #expect(text.hasSuffix(" HTTP/2.0"))
        }
    }

    @Test func `a session uses HTTP/1.1 by default, even if the server offers HTTP/2`() async throws {
        try await withNginx { nginx in
            let session = try nginx.session { $0.allowsHTTP2 = CurlSession.Configuration().allowsHTTP2 }
            let (head, text) = try await session.response(for: nginx.api().get(.text, from: "/connection"))
            #expect(head.notes.protocolVersion == "1.1")
            #expect(text.hasSuffix(" HTTP/1.1"))
        }
    }

    @Test func `requests at the same time share one connection, even the first ones`() async throws {
        try await withNginx { nginx in
            let session = try nginx.session()
            for _ in 1...2 {
                let connections = try await Self.connections(of: 100, by: session, Self.request(nginx))
                #expect(connections.count == 100)
                #expect(Set(connections).count == 1)
                // Requests with content use other connections.
                let request = nginx.api().put(.text("hi"), to: "/connection").receiving(.text)
                let text = try await session.perform(request)
                #expect(text.hasSuffix(" HTTP/1.1"))
            }
        }
    }

    @Test(arguments: [("/until-end", false, true), ("/unmeasured", false, false), ("/until-end", true, false)])
    func `a response may be cut off if only the end of a TLS connection ends it`(
        path: String, isHTTP2: Bool, mayBeCutOff: Bool
    ) async throws {
        try await withNginx { nginx in
            let session = try nginx.session { $0.allowsHTTP2 = isHTTP2 }
            let (head, text) = try await session.response(for: nginx.api().get(.text, from: URLPath(path)))
            #expect(head.notes.mayBeCutOff == mayBeCutOff)
            #expect(!head.header.contains(.contentLength))
            #expect(text == "hi")
        }
    }

    @Test func `fields of a connection aren't sent`() async throws {
        try await withNginx { nginx in
            let request = nginx.api().get(.text, from: "/te").adding(headerField: "TE", "gzip")
                .adding(headerField: "Connection", "TE")
            let text = try await nginx.session().perform(request)
            #expect(text == "[] []")
        }
    }

    @Test func `a response without content is complete`() async throws {
        try await withNginx { nginx in
            try nginx.write(Data("hello".utf8), to: "hello")
            let session = try nginx.session()
            let (head, _) = try await session.response(for: nginx.api().request(to: "/hello", using: .head))
            #expect(head.status == .ok && head.header[.contentLength] == "5")
            let (empty, _) = try await session.response(for: nginx.api().get(.data, from: "/empty"))
            #expect(empty.status == .noContent)
            let error = await #expect(throws: TransportError.self) {
                try await session.perform(nginx.api().get(.text, from: "/missing"))
            }
            #expect(error?.code == .unacceptableStatus && error?.body == Data("missing".utf8))
        }
    }

    @Test func `a trailer changes neither the head nor the content`() async throws {
        try await withNginx { nginx in
            let (head, text) = try await nginx.session().response(for: nginx.api().get(.text, from: "/trailer"))
            #expect(text == "hi")
            #expect(!head.header.contains("X-Sum"))
        }
    }

    @Test func `large content arrives unchanged in both directions at the same time`() async throws {
        try await withNginx { nginx in
            let session = try nginx.session()
            try await withThrowingTaskGroup { group in
                for number in 0..<6 {
                    group.addTask {
                        let data = Self.random(6_000_000)
                        let path = URLPath("/file\(number)")
                        let body =
                            number.isMultiple(of: 2)
                            ? BodyProvider.data(data, contentType: .octetStream)
                            : BodyProvider { _, _ in .stream(length: nil) { InputStream(data: data) } }
                        let request = nginx.api().put(body, to: path)
                        try await session.perform(request)
                        let result = try await session.perform(nginx.api().get(.data, from: path))
                        #expect(result == data)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a response that is read slowly stops at the window, and delays no other`() async throws {
        try await withNginx { nginx in
            let (size, other) = (160 << 20, Self.random(16 << 20))
            try nginx.write(Data(count: size), to: "large")
            try nginx.write(other, to: "other")
            let relay = Relay(to: nginx.port)
            try await withRawServer(relay.serve) { server in
                let (session, api) = (try nginx.session(), nginx.api(onPort: server.port))
                let request = api.get(.data, from: "/large").setting(\.policy.responseSizeLimit, .max)
                let response = try await session.send(request.resolve())
                for _ in 1...4 {
                    let data = try await session.perform(api.get(.data, from: "/other"))
                    #expect(data == other)
                }
                // libcurl's window is 32 MiB.
                #expect(relay.count < 4 * other.count + 48 << 20)
                #expect(server.connectionCount == 1)
                var total = 0
                for try await chunk in response.body { total += chunk.count }
                #expect(total == size)
            }
        }
    }

    @Test func `responses that are read slowly, in turns, arrive whole`() async throws {
        try await withNginx { nginx in
            let (size, other) = (160 << 20, Self.random(16 << 20))
            try nginx.write(Data(count: size), to: "large")
            try nginx.write(other, to: "other")
            let session = try nginx.session()
            let request = nginx.api().get(.data, from: "/large").setting(\.policy.responseSizeLimit, 2 << 20)
            var (readers, totals) = ([any AsyncIteratorProtocol<Data, any Error>](), [0, 0])
            for _ in totals { readers.append(try await session.send(request.resolve()).body.makeAsyncIterator()) }
            // In each turn, enough is read for the server to send more. Then the turn waits while another response is
            // read.
            for turn in 1... {
                for index in totals.indices {
                    let end = turn < 8 ? totals[index] + 1 << 20 : .max
                    while totals[index] < end, let chunk = try await readers[index].next() {
                        totals[index] += chunk.count
                    }
                }
                guard totals != [size, size] else { break }
                let data = try await session.perform(nginx.api().get(.data, from: "/other"))
                #expect(data == other)
            }
            #expect(totals == [size, size])
        }
    }

    @Test func `cancelling a response leaves the others on its connection alone`() async throws {
        try await withNginx("location /slow { alias files/slow; limit_rate 4m; }") { nginx in
            let data = Self.random(3 << 20)
            try nginx.write(data, to: "slow")
            try await withRawServer(Relay(to: nginx.port).serve) { server in
                let session = try nginx.session()
                let request = nginx.api(onPort: server.port).get(.data, from: "/slow")
                let kept = try await session.send(request.resolve())
                for number in 1...20 {
                    let isReading = number.isMultiple(of: 2)
                    let task = Task {
                        let response = try await session.send(request.resolve())
                        for try await _ in response.body where isReading { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                    if !isReading { task.cancel() }
                    let error = await #expect(throws: TransportError.self) { try await task.value }
                    #expect(error?.code == .cancelled)
                }
                let all = try await kept.body.collect(upTo: .max)
                #expect(all == data)
                let last = try await session.perform(request)
                #expect(last == data)
                #expect(server.connectionCount == 1)
            }
        }
    }

    @Test func `requests continue on a new connection when the server ends one`() async throws {
        try await withNginx("keepalive_requests 10;") { nginx in
            let session = try nginx.session()
            let request = Self.request(nginx)
            var connections: [String] = []
            for _ in 1...35 { connections += try await Self.connections(of: 1, by: session, request) }
            #expect(Set(connections).count == 4)
        }
    }

    @Test func `requests that the server has not begun are sent again when it ends a connection`() async throws {
        try await withNginx("keepalive_requests 50;") { nginx in
            let session = try nginx.session()
            let request = Self.request(nginx)
            try await withThrowingTaskGroup { group in
                for _ in 1...16 {
                    group.addTask {
                        for _ in 1...40 { _ = try await Self.connections(of: 1, by: session, request) }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `requests continue if the server allows fewer streams`() async throws {
        try await withNginx("http2_max_concurrent_streams 3;") { nginx in
            let request = nginx.api().get(.text, from: "/connection")
            let connections = try await Self.connections(of: 100, by: nginx.session(), request)
            #expect(connections.count == 100)
        }
    }

    @Test func `a connection that makes room for another ends no complete response`() async throws {
        try await withNginx { first in
            try await withNginx { second in
                let servers = try [first, second].map { try RawServer(Relay(to: $0.port).serve) }
                let session = try first.session { $0.connectionLimit = 1 }
                let codes = try await withThrowingTaskGroup { group in
                    for index in 0..<100 {
                        let request = first.api(onPort: servers[index % 2].port).get(.text, from: "/unmeasured")
                        group.addTask { try await code(of: request, with: session) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(codes == Array(repeating: nil, count: 100))
                await Task.detached { for server in servers { server.stop() } }.value
            }
        }
    }

    @Test(arguments: [("", 400), ("http2_max_concurrent_streams 3;", 100)])
    func `requests wait if the connections of the session have no free streams`(
        directives: String, count: Int
    ) async throws {
        try await withNginx(directives) { nginx in
            let request = nginx.api().get(.text, from: "/connection")
            let session = try nginx.session { $0.connectionLimit = 1 }
            let connections = try await Self.connections(of: count, by: session, request)
            #expect(connections.count == count)
        }
    }
}
#endif
