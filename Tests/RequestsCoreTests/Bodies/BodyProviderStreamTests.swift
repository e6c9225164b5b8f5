import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// Bodies from asynchronous sequences.
@Suite("Bodies from sequences", .timeLimit(.minutes(1))) struct BodyProviderStreamTests {
    private let api = AnonymousProvider("http://upload.example")

    /// A server that responds with the content of each request and its announced length.
    private let echo = Loopback { request in
        let text = String(decoding: try await request.body.collect(upTo: 1 << 20), as: UTF8.self)
        return .text("\(request.header["Content-Length"] ?? "chunked"): \(text)")
    }

    private static let atOnce = RetryPolicy(delay: .zero)

    private struct Broken: Error {}

    private static func words(_ words: [String] = ["abc", "", "def"]) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for word in words { continuation.yield(Data(word.utf8)) }
            continuation.finish()
        }
    }

    private static func sequence(_ chunk: Data) -> AsyncStream<Data> {
        AsyncStream { continuation in
            continuation.yield(chunk)
            continuation.finish()
        }
    }

    private func sent(_ body: BodyProvider) async throws -> String {
        try await echo.perform(api.post(body, to: "/").receiving(.text))
    }

    @Test func `chunks are of any type that is a sequence of bytes`() async throws {
        #expect(try await sent(.stream { Self.words() }) == "chunked: abcdef")
        #expect(try await sent(.stream(length: 6) { Self.words().map { [UInt8]($0) } }) == "6: abcdef")
        #expect(try await sent(.stream { Self.words().map { [UInt8]($0)[...] } }) == "chunked: abcdef")
        #expect(
            try await sent(.stream { Self.words().map { String(decoding: $0, as: UTF8.self).utf8 } })
                == "chunked: abcdef")
        #expect(try await sent(.stream { Self.bytes(Array("abcdef".utf8)) }) == "chunked: abcdef")
        #expect(try await sent(.stream(Self.words(), length: 6)) == "6: abcdef")
        #expect(try await sent(.stream(Self.bytes(Array("abcdef".utf8)))) == "chunked: abcdef")
        #expect(try await sent(.stream(MessageBody(Data("abcdef".utf8)))) == "chunked: abcdef")
    }

    private static func bytes(_ bytes: [UInt8]) -> AsyncStream<UInt8> {
        AsyncStream { continuation in
            for byte in bytes { continuation.yield(byte) }
            continuation.finish()
        }
    }

    @Test func `bytes are sent in chunks, and large chunks in pieces`() async throws {
        let sizes = Loopback { request in
            var sizes: [Int] = []
            for try await chunk in request.body {
                #expect(chunk.startIndex == 0)
                sizes.append(chunk.count)
            }
            return .text("\(sizes)")
        }
        let large = BodyProvider.stream { Self.sequence(Data(count: 600_000)) }
        #expect(try await sizes.perform(api.post(large, to: "/").receiving(.text)) == "[262144, 262144, 75712]")
        let slice = BodyProvider.stream { Self.sequence(Data("abcdef".utf8).dropFirst(2)) }
        #expect(try await sizes.perform(api.post(slice, to: "/").receiving(.text)) == "[4]")
        let bytes = BodyProvider.stream { Self.bytes([UInt8](repeating: 1, count: 70_000)) }
        #expect(try await sizes.perform(api.post(bytes, to: "/").receiving(.text)) == "[65536, 4464]")
    }

    @Test func `elements are written by a format and the coding of the API`() async throws {
        struct Word: Codable {
            var theText: String
        }
        let api = AnonymousProvider(baseURL: URL("http://upload.example"), coding: .snakeCase)
        let words = api.post(.stream(as: .jsonLines) { Self.words().map { Word(theText: "\($0.count)") } }, to: "/")
        #expect(try words.resolve().header["Content-Type"] == "application/x-ndjson")
        let lines = #"{"the_text":"3"}\#n{"the_text":"0"}\#n{"the_text":"3"}\#n"#
        #expect(try await echo.perform(words.receiving(.text)) == "chunked: " + lines)
        let broken = await echo.failure(of: api.post(.stream(as: .lines) { Self.texts(["a", "b\nc"]) }, to: "/"))
        #expect(broken?.code == .bodyEncodingFailed)
    }

    private static func texts(_ texts: [String]) -> AsyncStream<String> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(text) }
            continuation.finish()
        }
    }

    @Test func `a sequence is created when it is needed, and no description reads it`() async throws {
        let made = Counter()
        let request = api.put(
            .stream(contentType: "text/csv", length: 6) {
                made.next()
                return Self.words()
            }, to: "/n")
        let message = try request.resolve()
        #expect(message.body.description == "a sequence of 6 bytes")
        #expect(message.wireFormat().hasSuffix("Content-Type: text/csv\nContent-Length: 6\n\n(a sequence of 6 bytes)"))
        let chunked = try api.put(.stream(Self.words()), to: "/n").resolve()
        #expect(chunked.wireFormat().hasSuffix("Transfer-Encoding: chunked\n\n(a sequence)"))
        let error = #expect(throws: TransportError.self) { try message.toURLRequest() }
        #expect(error?.code == .bodyUnsupported)
        #expect(made.count == 0)
        _ = try await echo.perform(request)
        _ = try await echo.perform(request)
        #expect(made.count == 2)
    }

    @Test func `a length below zero is an error before anything is sent`() {
        let error = api.post(.stream(Self.words(), length: -1), to: "/").resolutionError()
        #expect(error?.code == .bodyEncodingFailed)
    }

    @Test func `errors of the sequence, and of the closure that creates it, reach the caller`() async {
        let unmade = await echo.failure(of: api.post(.stream { () -> AsyncStream<Data> in throw Broken() }, to: "/"))
        #expect(unmade?.code == .bodyUnreadable)
        #expect(unmade?.underlyingError is Broken)
        // The connection of a different response was lost, not the connection of this request.
        let lost = AsyncThrowingStream<Data, any Error> { throw TransportError(code: .connectionLost, message: "no") }
        let broken = await echo.failure(of: api.post(.stream(lost), to: "/"))
        #expect(broken?.code == .bodyUnreadable)
        #expect((broken?.underlyingError as? TransportError)?.code == .connectionLost)
    }

    @Test func `a retry creates a sequence again, and refuses one that can be sent only once`() async throws {
        let made = Counter()
        let transport = echo.failing(.afterServing(), times: 1).retrying(Self.atOnce)
        let again = BodyProvider.stream {
            made.next()
            return Self.words()
        }
        #expect(try await transport.perform(api.put(again, to: "/").receiving(.text)) == "chunked: abcdef")
        #expect(made.count == 2)
        let other = echo.failing(.afterServing(), times: 1).retrying(Self.atOnce)
        let once = api.put(.stream(Self.words()), to: "/")
        #expect(await other.failure(of: once)?.code == .connectionLost)
        let error = await other.failure(of: once)
        #expect(error?.code == .bodyUnreadable)
        #expect(error?.message.contains("pass a closure that creates the sequence") == true)
    }

    @Test func `a sequence has the task-local values of its caller`() async throws {
        try await Traced.$name.withValue("ada") {
            let body = BodyProvider.stream { Self.words([Traced.name]) }
            let response = try await sent(body)
            #expect(response == "chunked: ada")
        }
    }

    private enum Traced {
        @TaskLocal static var name = ""
    }

    @Test func `the body of a request can be forwarded as it arrives`() async throws {
        let (echo, api) = (echo, api)
        let proxy = Loopback { request in
            try await echo.send(api.put(.stream(request.body), to: "/").resolve())
        }
        #expect(
            try await proxy.perform(api.post(.stream { Self.words() }, to: "/").receiving(.text)) == "chunked: abcdef")
    }

    @Test func `a sequence is released when its call ends, and when nobody sends it`() async throws {
        let ended = Gate(), unused = Gate()
        let early = Loopback { request in
            var chunks = request.body.makeAsyncIterator()
            return .text("\(try await chunks.next()?.count ?? 0)")
        }
        let body = BodyProvider.stream {
            let end = Ending(gate: ended)
            return AsyncStream<Data> { withExtendedLifetime(end) { Data(count: 10) } }
        }
        #expect(try await early.perform(api.post(body, to: "/").receiving(.text)) == "10")
        await ended.opened()
        do {
            let end = Ending(gate: unused)
            let once = AsyncStream<Data> { withExtendedLifetime(end) { nil } }
            _ = try api.post(.stream(once), to: "/").resolve()
        }
        await unused.opened()
    }

    @Test func `sequences can be parts of a form, beside files and streams`() async throws {
        let url = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("file".utf8).write(to: url)
        let form = BodyProvider.multipart(boundary: "xyz") {
            Part("a", .stream(length: 6) { Self.words() })
            Part("b", .file(url))
            Part("c", .stream { InputStream(data: Data("stream".utf8)) })
            Part("d", .stream { Self.words() })
            Part("e", "value")
        }
        let request = api.post(form, to: "/")
        guard case .chunks(nil, true, _) = try request.resolve().body else { Issue.record("no sequence"); return }
        for _ in 1...2 {
            let text = try await echo.perform(request.receiving(.text)).replacing("\r\n", with: "|")
            #expect(text.hasPrefix("chunked: --xyz|"))
            for value in ["abcdef", "file", "stream", "value"] { #expect(text.contains("||\(value)|--xyz")) }
        }
        let measured = BodyProvider.multipart(boundary: "xyz") { Part("a", .stream(Self.words(), length: 6)) }
        guard case .chunks(108, false, _) = try api.post(measured, to: "/").resolve().body else {
            Issue.record("\(try api.post(measured, to: "/").resolve().body)")
            return
        }
    }

    @Test(arguments: [(5, "more than the declared 5 bytes"), (7, "only 6 of the declared 7 bytes"), (nil, "read")])
    func `an error of a sequence names its part`(length: Int?, problem: String) async {
        let part = BodyProvider.stream(length: length) {
            AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("abcdef".utf8))
                if length == nil { continuation.finish(throwing: Broken()) } else { continuation.finish() }
            }
        }
        let error = await echo.failure(of: api.post(.multipart { Part("film", part) }, to: "/"))
        #expect(error?.code == .bodyUnreadable)
        #expect(error?.message.hasPrefix("in the part \"film\", the sequence ") == true)
        #expect(error?.message.hasSuffix(problem) == true)
        #expect(length != nil || error?.underlyingError is Broken)
        let negative = api.post(.multipart { Part("film", .stream(Self.words(), length: -1)) }, to: "/")
            .resolutionError()
        #expect(negative?.code == .bodyEncodingFailed)
    }

    #if canImport(FoundationNetworking)
    @Test func `URLSession on Linux refuses a sequence, and creates none`() async throws {
        let made = Counter()
        let body = BodyProvider.stream {
            made.next()
            return Self.words()
        }
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let api = AnonymousProvider(baseURL: server.baseURL)
            let error = await URLSession.shared.failure(of: api.post(body, to: "/"))
            #expect(error?.code == .bodyUnsupported)
            #expect(server.connectionCount == 0)
        }
        #expect(made.count == 0)
    }
    #endif
}

/// Opens a gate when the object is released.
private final class Ending: Sendable {
    private let gate: Gate

    init(gate: Gate) {
        self.gate = gate
    }

    deinit { gate.open() }
}
