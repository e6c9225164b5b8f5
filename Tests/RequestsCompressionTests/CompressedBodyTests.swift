#if Compression
import Foundation
import Requests
import RequestsCompression
import RequestsConformance
import RequestsEndpoints
import Testing

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

@Suite("Compressed bodies", .timeLimit(.minutes(2)))
struct CompressedBodyTests {
    private static let api = AnonymousProvider("https://h")

    private static var transports: [any Transport] {
        #if AsyncHTTPClient
        [URLSession.shared, HTTPClient.requests]
        #else
        [URLSession.shared]
        #endif
    }

    /// Bytes that compress well, and bytes that don't.
    static let contents: [Data] = {
        var state: UInt64 = 1
        let noise = (0..<1_000_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let lines = (0..<800_000).map { "line \($0)\n" }.joined()
        return [Data(), Data("a".utf8), Data(noise), Data(lines.utf8)]
    }()

    /// Runs the body with a file of this content.
    private static func withFile(_ content: Data, _ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log")
        try content.write(to: file)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(file))
        } catch {
            result = .failure(error)
        }
        try FileManager.default.removeItem(at: file)
        try result.get()
    }

    @Test(arguments: ContentCoding.allCases, contents.indices)
    func `a body in memory is compressed when it is resolved`(_ coding: ContentCoding, _ index: Int) throws {
        let content = Self.contents[index]
        let request = Self.api.post(.data(content, contentType: "text/plain").compressed(coding), to: "/")
        let message = try request.resolve()
        guard case .data(let data) = message.body else {
            Issue.record("The body is \(message.body).")
            return
        }
        #expect(data.inflated() == content)
        // The first bytes of gzip (RFC 1952, section 2.3.1) and of zlib (RFC 1950, section 2.2).
        #expect(data.starts(with: coding == .gzip ? [0x1F, 0x8B, 8] : [0x78]))
        #expect(message.header.map { "\($0)" } == ["Content-Type: text/plain", "Content-Encoding: \(coding.rawValue)"])
        guard case .data(let again) = try request.resolve().body else { return }
        #expect(again == data)
    }

    @Test func `values, texts, forms and multipart forms are compressed on the wire`() async throws {
        for transport in Self.transports {
            try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                let bodies: [BodyProvider] = [
                    .json(["a": 1]), .text("Tea"), .form(["a": 1]), .multipart { Part("a", "Tea") },
                ]
                for body in bodies {
                    try await transport.perform(server.api.post(body.compressed(), to: "/"))
                }
                for (request, beginning) in zip(server.requests, [#"{"a":1}"#, "Tea", "a=1", "--"]) {
                    let text = Data(request.body).inflated().map { String(decoding: $0, as: UTF8.self) }
                    #expect(text?.hasPrefix(beginning) == true)
                    #expect(request["Content-Encoding"] == ["gzip"])
                    #expect(request["Content-Length"] == [String(request.body.count)])
                }
                #expect(server.requests.count == bodies.count)
            }
        }
    }

    @Test(arguments: contents.indices)
    func `a file and a stream are compressed while they are sent`(_ index: Int) async throws {
        let content = Self.contents[index]
        try await Self.withFile(content) { file in
            for transport in Self.transports {
                try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                    let bodies: [BodyProvider] = [
                        .file(file, contentType: "text/plain"), .stream { InputStream(data: content) },
                        .stream(length: content.count) { InputStream(data: content) },
                    ]
                    for (body, coding) in zip(bodies, [ContentCoding.gzip, .deflate, .gzip]) {
                        try await transport.perform(server.api.put(body.compressed(coding), to: "/"))
                        let request = try #require(server.requests.last)
                        #expect(Data(request.body).inflated() == content)
                        #expect(request["Content-Encoding"] == [coding.rawValue])
                        #expect(request.isChunked && request["Content-Length"].isEmpty)
                    }
                }
            }
        }
    }

    #if AsyncHTTPClient
    @Test(arguments: contents.indices)
    func `a sequence is compressed while it is sent`(_ index: Int) async throws {
        let content = Self.contents[index]
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let pieces = stride(from: 0, to: content.count, by: 100_000).map { content.dropFirst($0).prefix(100_000) }
            let body = BodyProvider.stream {
                AsyncStream<Data> { continuation in
                    for piece in pieces { continuation.yield(Data(piece)) }
                    continuation.finish()
                }
            }
            try await HTTPClient.requests.perform(server.api.put(body.compressed(), to: "/"))
            #expect(server.requests.last.flatMap { Data($0.body).inflated() } == content)
            #expect(server.requests.last?["Content-Encoding"] == ["gzip"])
        }
    }

    @Test func `a sequence that fails, or differs from its length, is an error`() async throws {
        struct Broken: Error {}
        let broken = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("a".utf8))
            continuation.finish(throwing: Broken())
        }
        let short = AsyncStream<Data> { continuation in
            continuation.yield(Data("a".utf8))
            continuation.finish()
        }
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            for body in [BodyProvider.stream(broken), .stream(short, length: 2)] {
                let error = await #expect(throws: TransportError.self) {
                    try await HTTPClient.requests.perform(server.api.put(body.compressed(), to: "/"))
                }
                #expect(error?.code == .bodyUnreadable)
            }
        }
    }
    #endif

    @Test func `a form with a file is compressed while it is sent`() async throws {
        let content = Data("a\r\nb".utf8)
        try await Self.withFile(content) { file in
            for transport in Self.transports {
                try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                    let body = BodyProvider.multipart { Part("log", file: file) }
                    try await transport.perform(server.api.post(body.compressed(), to: "/"))
                    let request = try #require(server.requests.first)
                    let text = try #require(Data(request.body).inflated().map { String(decoding: $0, as: UTF8.self) })
                    let boundary = try #require(
                        request.first("Content-Type").flatMap { MediaType($0) }?.parameter("boundary"))
                    #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("\r\n--\(boundary)--\r\n"))
                    #expect(text.contains("\r\n\r\na\r\nb\r\n--"))
                }
            }
        }
    }

    @Test func `a redirect sends the same bytes again`() async throws {
        let content = Self.contents[3]
        try await Self.withFile(content) { file in
            for transport in Self.transports {
                try await withRawServer(responding: { request in
                    guard request.target == "/1" else { return RawServer.ok("") }
                    return RawServer.response(status: 307, reason: "Again", fields: [("Location", "/2")])
                }) { server in
                    for body in [BodyProvider.file(file), .data(content)] {
                        try await transport.perform(server.api.put(body.compressed(), to: "/1"))
                        let requests = server.requests.suffix(2)
                        #expect(requests.map(\.target) == ["/1", "/2"])
                        #expect(requests.first?.body == requests.last?.body)
                        #expect(requests.map { $0["Content-Encoding"] } == [["gzip"], ["gzip"]])
                    }
                }
            }
        }
    }

    @Test func `the coding is appended to those that the body already has`() throws {
        let brotli = BodyProvider { header, _ in
            header[.contentEncoding] = "br"
            return .data(Data("x".utf8))
        }
        let message = try Self.api.post(brotli.compressed().compressed(.deflate), to: "/").resolve()
        #expect(message.header[values: .contentEncoding] == ["br, gzip, deflate"])
        guard case .data(let data) = message.body else { return }
        #expect(data.inflated()?.inflated() == Data("x".utf8))
    }

    @Test(arguments: [("gzip", true), ("br, GZIP", true), ("gzip, aws-chunked", true), ("br", false), ("", false)])
    func `a Content-Encoding of the request must name the coding`(_ value: String, _ isRight: Bool) throws {
        let request = Self.api.post(.text("secret").compressed(), to: "/")
            .setting(headerField: .contentEncoding, value)
        guard !isRight else {
            #expect(try request.resolve().header[values: .contentEncoding] == [value])
            return
        }
        let error = #expect(throws: TransportError.self) { try request.resolve() }
        #expect(error?.code == .bodyEncodingFailed && error?.message.contains("gzip") == true)
    }

    @Test func `an absent body stays absent`() throws {
        for body in [BodyProvider.none, BodyProvider { _, _ in .none }] {
            let message = try Self.api.post(body.compressed(), to: "/").resolve()
            #expect(message.body.isNone && message.header.isEmpty)
        }
    }

    @Test func `a stream that fails or can't be made is an error`() async throws {
        struct Broken: Error {}
        let missing = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        for transport in Self.transports {
            try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                let bodies: [BodyProvider] = [
                    .stream { throw Broken() }, .stream(length: 3) { InputStream(data: Data("ab".utf8)) },
                    .stream(length: 1) { InputStream(data: Data("ab".utf8)) }, BodyProvider { _, _ in .file(missing) },
                ]
                for body in bodies {
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.perform(server.api.post(body.compressed(), to: "/"))
                    }
                    #expect(error?.code == .bodyUnreadable)
                }
            }
        }
    }

    @Test func `no text shows the content`() throws {
        let message = try Self.api.post(.text("se cret").compressed(), to: "/").resolve()
        var text = "\(message)\(message.body)" + message.wireFormat() + message.cURL()
        dump(message, to: &text)
        #expect(!text.contains("cret"))
        let command = message.cURL(showingBody: true)
        #expect(command.contains("| base64 -d | curl") && command.contains("'Content-Encoding: gzip'"))
    }

    @Test func `the body of an endpoint is compressed, too`() throws {
        struct Logs: RequestProviding {
            let baseURL = URL("https://h")
            @POST("/logs") var add: Endpoint<[String: Int], Void>
        }
        let add = Logs().request(\.add, ["a": 1])
        let message = try add.sending(add.bodyProvider.compressed()).resolve()
        guard case .data(let data) = message.body else { return }
        #expect(data.inflated() == Data(#"{"a":1}"#.utf8))
        #expect(message.header[.contentType] == "application/json")
    }
}

extension RawServer {
    fileprivate var api: AnonymousProvider { AnonymousProvider(baseURL: baseURL) }
}
#endif
