import Foundation
import Requests
import RequestsConformance
import Testing

@testable import RequestsCaching

@Suite("A cache on every transport", .timeLimit(.minutes(2)))
struct WireTests {
    private static let fresh = [("Cache-Control", "max-age=60")]

    private func check(
        _ transport: some Transport, _ url: String, _ expected: CacheStatus, _ body: String
    ) async throws {
        let (status, text) = try await transport.get(url)
        #expect(status == expected)
        #expect(text == body)
    }

    @Test(arguments: Transports.all.indices)
    func `a body that breaks off is not stored`(_ index: Int) async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nCache-Control: max-age=60\r\n\r\nshort")
        }
        try await withRawServer(script) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            let url = server.origin + "/a"
            for _ in 0..<2 {
                await #expect(throws: (any Error).self) { try await cached.get(url) }
            }
            #expect(server.requests.count >= 2)
        }
    }

    @Test(arguments: Transports.all.indices)
    func `a body in chunks is stored`(_ index: Int) async throws {
        let body = String(repeating: "0123456789", count: 20_000)
        let respond: @Sendable (RawRequest) -> String = { _ in
            let chunks = (0..<20).map { _ in "2710\r\n\(body.prefix(10_000))\r\n" }.joined()
            let fields = Self.fresh + [("Transfer-Encoding", "chunked")]
            return RawServer.response(status: 200, reason: "OK", fields: fields, body: chunks + "0\r\n\r\n")
        }
        try await withRawServer(responding: respond) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            let url = server.origin + "/a"
            try await check(cached, url, .miss, body)
            try await check(cached, url, .hit, body)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: Transports.all.indices)
    func `an ETag that is not UTF-8 is not sent back`(_ index: Int) async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            while true {
                _ = try connection.readRequest()
                try connection.send(
                    Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Control: no-cache\r\nETag: \"caf".utf8) + [
                        0xE9
                    ]
                        + Array("\"\r\n\r\nhi".utf8))
            }
        }
        try await withRawServer(script) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            // URLSession on Linux rejects the response.
            for _ in 0..<2 { _ = try? await cached.get(server.origin + "/a") }
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { $0["If-None-Match"].isEmpty })
        }
    }

    @Test(arguments: Transports.all.indices)
    func `identical requests at the same time are sent once`(_ index: Int) async throws {
        let gate = Gate()
        let respond: @Sendable (RawRequest) -> String = { _ in
            do { try gate.wait() } catch { Issue.record(error) }
            return RawServer.ok("body", fields: Self.fresh)
        }
        try await withRawServer(responding: respond) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            let url = server.origin + "/a"
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<10 { group.addTask { try await cached.get(url).1 } }
                while server.requests.isEmpty { await Task.yield() }
                gate.open()
                for try await text in group { #expect(text == "body") }
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: Transports.all.indices)
    func `a stale response is validated after it was returned`(_ index: Int) async throws {
        let respond: @Sendable (RawRequest) -> String = { request in
            let fields = [("Cache-Control", "max-age=60, stale-while-revalidate=60"), ("ETag", "\"a\"")]
            let isKnown = request.first("If-None-Match") == "\"a\""
            return isKnown
                ? RawServer.response(status: 304, reason: "R", fields: fields) : RawServer.ok("a", fields: fields)
        }
        try await withRawServer(responding: respond) { server in
            let date = TestDate()
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20), date: date.now)
            let url = server.origin + "/a"
            _ = try await cached.get(url)
            date.advance(by: 90)
            #expect(try await cached.get(url).0 == .stale)
            while try await cached.get(url).0 != .hit { await Task.yield() }
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: Transports.all.indices)
    func `a redirect is stored, and so is its target`(_ index: Int) async throws {
        let respond: @Sendable (RawRequest) -> String = { request in
            request.target == "/a"
                ? RawServer.response(status: 301, reason: "R", fields: Self.fresh + [("Location", "/b")], body: "moved")
                : RawServer.ok("target", fields: Self.fresh)
        }
        try await withRawServer(responding: respond) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            let url = server.origin + "/a"
            try await check(cached, url, .miss, "target")
            try await check(cached, url, .hit, "target")
            #expect(server.requests.map(\.target) == ["/a", "/b"])
        }
    }

    @Test(arguments: Transports.all.indices)
    func `a typed request gets its resource from the cache`(_ index: Int) async throws {
        let respond: @Sendable (RawRequest) -> String = { _ in RawServer.ok("[1,2]", fields: Self.fresh) }
        try await withRawServer(responding: respond) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            let request = AnonymousProvider(baseURL: server.baseURL).get(.json([Int].self), from: "/a")
            #expect(try await cached.perform(request) == [1, 2])
            let (head, numbers) = try await cached.response(for: request)
            #expect(head.cacheStatus == .hit)
            #expect(numbers == [1, 2])
        }
    }

    @Test(arguments: Transports.all.indices)
    func `two equal calls read a long body of unknown length, each at its own pace`(_ index: Int) async throws {
        let chunk = [UInt8](repeating: 0x78, count: 1 << 20)
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nCache-Control: max-age=60\r\n\r\n")
            for _ in 0..<20 {
                try connection.send("100000\r\n")
                try connection.send(chunk)
                try connection.send("\r\n")
            }
            try connection.send("0\r\n\r\n")
        }
        try await withRawServer(script) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 30))
            let request = OutgoingRequest(urlText: server.origin + "/a")
            let (fast, slow) = (try await cached.send(request), try await cached.send(request))
            var slowly = slow.body.makeAsyncIterator()
            var count = try await slowly.next()?.count ?? 0
            #expect(try await fast.body.collect(upTo: .max).count == 20 << 20)
            while let chunk = try await slowly.next() { count += chunk.count }
            #expect(count == 20 << 20)
            #expect(try await cached.send(request).head.cacheStatus == .hit)
        }
    }

    @Test(arguments: Transports.all.indices)
    func `truncated compressed content isn't stored`(_ index: Int) async throws {
        let whole = Deflate.gzip(Array(String(repeating: "0123456789", count: 1_000).utf8))
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            _ = try connection.readRequest()
            let fields = "Content-Encoding: gzip\r\nCache-Control: max-age=60\r\nConnection: close"
            try connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n")
            try connection.send(Array(whole.dropLast(20)))
        }
        try await withRawServer(script) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            for _ in 0..<2 {
                let status = try? await cached.get(server.origin + "/a").0
                #expect(status != .hit)
            }
            #expect(server.requests.count >= 2)
        }
    }

    #if canImport(FoundationNetworking)
    @Test func `URLSession on Linux reports why compressed content isn't stored, and stores other content`()
        async throws
    {
        let gzip = Deflate.gzip(Array("hello".utf8))
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            let request = try connection.readRequest()
            let isCompressed = request.target == "/gzip"
            let content = isCompressed ? gzip : Array("hello".utf8)
            let coding = isCompressed ? "gzip" : "identity"
            let fields = "Content-Encoding: \(coding)\r\nCache-Control: max-age=60\r\nContent-Length: \(content.count)"
            try connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\nConnection: close\r\n\r\n")
            try connection.send(content)
        }
        try await withRawServer(script) { server in
            let cached = URLSession.shared.caching(in: .memory(limit: 1 << 20))
            let response = try await cached.send(OutgoingRequest(urlText: server.origin + "/gzip"))
            #expect(
                response.head.cacheReason
                    == "fwd=uri-miss; detail=\"not stored: the transport can't detect whether the compressed content "
                    + "is complete\"")
            #expect(try await response.text() == "hello")
            for status in [CacheStatus.miss, .hit] {
                #expect(try await cached.get(server.origin + "/plain") == (status, "hello"))
            }
        }
    }
    #endif

    @Test(arguments: Transports.all.indices)
    func `a download leaves no empty response in the cache`(_ index: Int) async throws {
        let respond: @Sendable (RawRequest) -> String = { _ in
            let fields = Self.fresh + [("Transfer-Encoding", "chunked")]
            return RawServer.response(status: 200, reason: "OK", fields: fields, body: "4\r\nbody\r\n0\r\n\r\n")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await withRawServer(responding: respond) { server in
            let cached = Transports.all[index].caching(in: .memory(limit: 1 << 20))
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/a")
            try await cached.download(request, to: file)
            #expect(try String(contentsOf: file, encoding: .utf8) == "body")
            #expect(try await cached.get(server.origin + "/a").1 == "body")
        }
    }
}
