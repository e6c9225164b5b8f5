import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Transport.adapting", .timeLimit(.minutes(1))) struct AdaptingTests {
    private let api = AdaptingAPI()

    @Test func `a message is changed when it is sent, and a response when it is received`() async throws {
        let stub = Stub(api).on(.get, "/") { request in .text(request.header["X-Trace"] ?? "none") }
        let transport = stub.adapting { request, next in
            var request = request
            request.header.set(HeaderField("X-Trace", "1"))
            let response = try await next(request)
            var header = response.head.header
            header.append(HeaderField("X-Seen", "yes"))
            return TransportResponse(
                head: ResponseHead(status: response.head.status, header: header), body: response.body)
        }
        let (head, text) = try await transport.response(for: api.get(.text, from: "/"))
        #expect(text == "1")
        #expect(head.header["X-Seen"] == "yes")
    }

    @Test func `the last decorator in the chain is the outermost`() async throws {
        let names = Guarded<[String]>([])
        @Sendable func note(_ name: String) { names.withLock { $0.append(name) } }
        let transport = Stub(api).on(.get, "/") { _ in
            note("server")
            return .status(.ok)
        }
        .adapting { request, next in
            note("inner")
            defer { note("inner is done") }
            return try await next(request)
        }
        .adapting { request, next in
            note("outer")
            defer { note("outer is done") }
            return try await next(request)
        }
        try await transport.perform(api.get(from: "/"))
        #expect(names.withLock { $0 } == ["outer", "inner", "server", "inner is done", "outer is done"])
    }

    @Test func `a function may send twice, or not at all`() async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(.serviceUnavailable) }
            .on(.get, "/", .once) { _ in .text("second") }
        let twice = stub.adapting { request, next in
            let response = try await next(request)
            return response.head.status == .serviceUnavailable ? try await next(request) : response
        }
        #expect(try await twice.perform(api.get(.text, from: "/")) == "second")
        let never = stub.adapting { _, _ in .text("from a cache") }
        #expect(try await never.perform(api.get(.text, from: "/")) == "from a cache")
        try stub.verify()
    }

    @Test func `an error of the function contains the request`() async throws {
        struct Refusal: Error {}
        let transport = Stub(api).adapting { _, _ in throw Refusal() }
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
        #expect(error?.code == .transportFailed)
        #expect(error?.underlyingError is Refusal)
        #expect(error?.request?.urlText == "https://adapting.example/")
    }

    private var adapted: some Transport {
        Stub(api).on(\.lines) { ElementStream(["a", "b"]) }.adapting { request, next in try await next(request) }
    }

    @Test func `a stream passes through the function`() async throws {
        var lines: [String] = []
        for try await line in try await adapted.stream(api.request(\.lines)) { lines.append(line) }
        #expect(lines == ["a", "b"])
    }

    @Test func `a download passes through the function`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try await adapted.download(api.get(.text, from: "/lines"), to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "a\nb\n")
    }

    @Test func `cancelling a call cancels its function`() async {
        let gate = Gate()
        let waiting = Stub(api).adapting { request, next in
            gate.open()
            await Gate().opened()  // until it is cancelled
            try Task.checkCancellation()
            return try await next(request)
        }
        let task = Task { try await waiting.perform(api.get(from: "/lines")) }
        await gate.opened()
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}

private struct AdaptingAPI: RequestProviding {
    let baseURL = URL("https://adapting.example")

    @GET("/lines") var lines: Endpoint<Void, ElementStream<String>>
}
