import Foundation
import Requests
import Testing

@testable import RequestsCaching

/// A cache on disk, used as in an app.
@Suite(.timeLimit(.minutes(1))) struct DiskCachingTests {
    private static let url = "http://localhost/a"

    private func transport(
        _ disk: DiskFixture, storesSecrets: Bool = false, limit: Int = 10_000_000,
        _ respond: @escaping @Sendable (OutgoingRequest, Int) async throws -> TransportResponse
    ) -> some Transport {
        ScriptedTransport(respond).caching(in: .disk(at: disk.url, limit: limit, storesSecrets: storesSecrets))
    }

    @Test(arguments: [0, 10, 5000, 300_000]) func `Another process gets the stored response`(
        size: Int
    ) async throws {
        let (disk, body) = (DiskFixture(), bytes(size))
        for expected in [CacheStatus.miss, .hit, .hit] {
            let transport = transport(disk) { _, _ in
                // The body is a stream, as it is with network transports.
                let chunks = stride(from: 0, to: size, by: 10_000).map { body[$0..<min($0 + 10_000, size)] }
                let stream = AsyncStream { continuation in
                    for chunk in chunks { continuation.yield(Data(chunk)) }
                    continuation.finish()
                }
                return TransportResponse(
                    head: ResponseHead(
                        status: .ok, header: ["Cache-Control": "max-age=60", "Content-Length": "\(size)", "X": "ü"],
                        urlText: Self.url),
                    body: MessageBody(stream))
            }
            let response = try await transport.send(OutgoingRequest(urlText: Self.url))
            #expect(response.head.cacheStatus == expected)
            #expect(response.head.header["X"] == "ü")
            #expect(try await response.body.collect(upTo: .max) == body)
        }
    }

    @Test func `A 304 updates the head on disk, and leaves the file of the body`() async throws {
        let disk = DiskFixture()
        let body = String(repeating: "body", count: 5000)
        var bodies: Set<[String]> = []
        for (round, expected) in [CacheStatus.miss, .revalidated, .revalidated].enumerated() {
            let transport = transport(disk) { request, _ in
                let header: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "no-cache", "X-Round": "\(round)"]
                return request.header["If-None-Match"] == "\"1\"" ? .made(304, header) : .made(200, header, body)
            }
            let response = try await transport.send(OutgoingRequest(urlText: Self.url))
            #expect(response.head.cacheStatus == expected)
            #expect(response.head.header["X-Round"] == "\(round)")
            #expect(try await response.text() == body)
            bodies.insert(disk.names.filter { $0.hasSuffix("body") })
            let stored = await disk.store().entries(for: CacheKey(url: Self.url))
            #expect(stored.map { $0.head.header["X-Round"] } == ["\(round)"])
        }
        #expect(bodies.count == 1)
    }

    @Test func `An interrupted stream leaves nothing behind`() async throws {
        let disk = DiskFixture()
        let transport = transport(disk) { _, _ in
            let stream = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(bytes(200_000))
                continuation.finish(throwing: TransportError(code: .connectionLost, message: "lost"))
            }
            return TransportResponse(
                head: ResponseHead(status: .ok, header: ["Cache-Control": "max-age=60"]), body: MessageBody(stream))
        }
        for _ in 0..<2 {
            let response = try await transport.send(OutgoingRequest(urlText: Self.url))
            #expect(response.head.cacheStatus == .miss)
            await #expect(throws: (any Error).self) { _ = try await response.body.collect(upTo: .max) }
        }
        // The task that stores the stream ends slightly after its reader.
        while !disk.names.isEmpty { await Task.yield() }
    }

    @Test func `A directory that can't be used doesn't make calls fail`() async throws {
        let disk = DiskFixture()
        try FileManager.default.createDirectory(
            at: disk.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([1]).write(to: disk.url)
        let transport = transport(disk) { _, count in .made(200, ["Cache-Control": "max-age=60"], "\(count)") }
        #expect(try await transport.get() == (.miss, "1"))
        #expect(try await transport.get() == (.miss, "2"))
    }

    /// Requests with secrets, each of which contains the text `canary`.
    static let secret: [@Sendable () throws -> OutgoingRequest] = {
        let provider = AnonymousProvider("http://localhost")
        func field(_ name: HeaderField.Name, _ value: String) -> @Sendable () -> OutgoingRequest {
            { OutgoingRequest(urlText: url, header: [HeaderField(name, value)]) }
        }
        return [
            field(.authorization, "Bearer canary"), field(.cookie, "id=canary"), field("X-API-Key", "canary"),
            { OutgoingRequest(urlText: url, header: [HeaderField("X-Mine", "canary", isSensitive: true)]) },
            { OutgoingRequest(urlText: url + "?access_token=canary") },
            { try provider.get(.text, from: "/reset/\(sensitive: "canary")").resolve() },
            {
                try provider.get(.text, from: "/a").adding(query: "pin", "canary").setting(
                    \.sensitiveNames, ["pin": true]
                )
                .resolve()
            },
            {
                try provider.get(.text, from: "/a").adding(headerField: "X-Own", "canary").setting(
                    \.sensitiveNames, ["x-own": true]
                ).resolve()
            },
            {
                try provider.get(.text, from: "/a").authenticated(with: .basic(user: "u", password: "canary")).resolve()
            },
            { OutgoingRequest(urlText: url, header: [HeaderField("Referer", "http://localhost/?token=canary")]) },
        ]
    }()

    @Test(arguments: secret.indices) func `No byte of a secret request or its response is on disk`(
        index: Int
    ) async throws {
        for storesSecrets in [false, true] {
            let disk = DiskFixture()
            let transport = transport(disk, storesSecrets: storesSecrets) { request, _ in
                let echo = request.urlText + request.header.map(\.value).joined()
                return .made(200, ["Cache-Control": "max-age=60", "Vary": "X-Mine, X-Own", "X-Echo": echo], echo)
            }
            for expected in [CacheStatus.miss, storesSecrets ? .hit : .miss] {
                let response = try await transport.send(try Self.secret[index]())
                #expect(response.head.cacheStatus == expected)
                #expect(try await response.text().isEmpty == false)
            }
            let contents = try disk.names.map { try Data(contentsOf: disk.url.appending(path: $0)) }
            #expect(contents.isEmpty != storesSecrets)
        }
    }

    @Test(
        arguments: [
            ["Set-Cookie": "id=canary"], ["X-Auth-Token": "canary"], ["X-Pin": "canary"], ["Link": "</?pin=canary>"],
            ["Location": "/?token=canary"],
        ] as [HeaderFields]) func `No secret of a response is on disk`(header: HeaderFields) async throws
    {
        let disk = DiskFixture()
        let transport = transport(disk) { _, _ in
            var header = header
            header.append(HeaderField("Cache-Control", "max-age=60"))
            return .made(200, header, "body")
        }
        let request = AnonymousProvider("http://localhost").get(.text, from: "/a").setting(
            \.sensitiveNames, ["x-pin": true, "pin": true])
        for _ in 0..<2 { #expect(try await transport.perform(request) == "body") }
        for name in disk.names {
            let contents = try Data(contentsOf: disk.url.appending(path: name))
            #expect(!String(decoding: contents, as: UTF8.self).contains("canary"))
        }
        // Only a cookie is left out; a response with another secret is not stored.
        #expect(disk.names.isEmpty == !header.contains(.setCookie))
    }

    @Test func `Everything can be removed`() async throws {
        let disk = DiskFixture()
        let storage = CacheStorage.disk(at: disk.url, limit: 1_000_000)
        let transport = ScriptedTransport { _, count in .made(200, ["Cache-Control": "max-age=60"], "\(count)") }
            .caching(in: storage)
        #expect(try await transport.get() == (.miss, "1"))
        #expect(try await transport.get() == (.hit, "1"))
        await storage.removeAll()
        #expect(disk.names.isEmpty)
        #expect(try await transport.get() == (.miss, "2"))
    }
}
