#if Telemetry
import CoreMetrics
import Foundation
import InMemoryTracing
import MetricsTestKit
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTelemetry
import RequestsTesting
import Testing
import Tracing

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

@Suite("Transport.instrumenting", .timeLimit(.minutes(1))) struct ClientTelemetryTests {
    private let api = Library(baseURL: URL("https://api.example.com:8443/v1"))
    private let tracer = InMemoryTracer(), metrics = TestMetrics()

    private func instrumenting(_ transport: some Transport) -> some Transport {
        transport.instrumenting(tracer: tracer, metrics: metrics, clock: ImmediateClock())
    }

    @Test func `a call is a span of kind client with the attributes of the conventions`() async throws {
        let stub = Stub(api).on(\.book) { id in "book \(id)" }
        #expect(try await instrumenting(stub).perform(api.request(\.book, 7)) == "book 7")
        let span = try #require(tracer.finishedSpans.first)
        #expect(tracer.finishedSpans.count == 1)
        #expect(span.operationName == "GET /books/{id}")
        #expect(span.kind == .client)
        #expect(span.status == nil)
        #expect(
            span.texts == [
                "http.request.method": "GET", "url.full": "https://api.example.com:8443/v1/books/7",
                "url.template": "/books/{id}", "server.address": "api.example.com", "server.port": "8443",
                "http.response.status_code": "200",
            ])
    }

    @Test func `each attempt and each hop is a span, with the number of earlier ones`() async throws {
        let clock = ImmediateClock(), count = Guarded(0)
        let base = SendingTransport { message in
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 1: return (.serviceUnavailable, [:])
            case 2: return (.found, ["Location": "https://other.example/next"])
            default: return (.ok, [:])
            }
        }
        // The decorator's place in the chain doesn't matter for the spans.
        try await instrumenting(base.retrying(clock: clock)).perform(api.get(from: "/"))
        let spans = tracer.finishedSpans
        #expect(spans.map { $0.texts["http.request.resend_count"] } == [nil, "1", "2"])
        #expect(spans.map { $0.texts["http.response.status_code"] } == ["503", "302", "200"])
        #expect(spans.map { $0.texts["error.type"] } == ["503", nil, nil])
        #expect(spans.map { $0.texts["server.address"] } == ["api.example.com", "api.example.com", "other.example"])
        #expect(spans.map { $0.texts["server.port"] } == ["8443", "8443", "443"])
        #expect(spans.map { $0.status?.code } == [.error, nil, nil])
        count.withLock { $0 = 0 }
        tracer.clearFinishedSpans()
        try await instrumenting(base).retrying(clock: clock).perform(api.get(from: "/"))
        #expect(tracer.finishedSpans.map { $0.texts["http.request.resend_count"] } == [nil, "1", "1"])
    }

    @Test func `the message carries the context of the span, whose parent is that of the caller`() async throws {
        let seen = Guarded<[HeaderFields]>([])
        let base = SendingTransport { message in
            seen.withLock { $0.append(message.header) }
            return (.ok, [:])
        }
        try await tracer.withSpan("outer") { outer in
            try await instrumenting(base).perform(api.get(from: "/"))
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.parentSpanID == outer.spanID)
            #expect(span.traceID == outer.traceID)
            let header = try #require(seen.withLock { $0.first })
            #expect(header["in-memory-trace-id"] == span.traceID)
            #expect(header["in-memory-span-id"] == span.spanID)
        }
    }

    @Test(arguments: [404, 500]) func `a status from 400 on is an error of a client`(status: Int) async throws {
        let base = SendingTransport { _ in (HTTPStatus(status), [:]) }
        _ = try? await instrumenting(base).perform(api.get(from: "/"))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.texts["error.type"] == "\(status)")
        #expect(span.status?.code == .error)
    }

    @Test func `an error is a span with its code`() async throws {
        let base = SendingTransport { _ in throw TransportError(code: .timedOut, message: "too slow") }
        await #expect(throws: TransportError.self) { try await instrumenting(base).perform(api.get(from: "/")) }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.texts["error.type"] == "timedOut")
        #expect(span.texts["http.response.status_code"] == nil)
        #expect(span.status?.code == .error)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `an unknown method is _OTHER`() async throws {
        let base = SendingTransport { _ in (.ok, [:]) }
        try await instrumenting(base).perform(api.request(to: "/", using: "get"))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "HTTP")
        #expect(span.texts["http.request.method"] == "_OTHER")
        #expect(span.texts["http.request.method_original"] == "get")
    }

    @Test func `a stream ends its span when it ends, breaks off or is dropped`() async throws {
        let base = ChunkTransport(error: nil)
        let lines = try await instrumenting(base).stream(api.get(from: "/").receiving(stream: .lines))
        #expect(tracer.activeSpans.count == 1)
        for try await _ in lines {}
        #expect(tracer.finishedSpans.count == 1)
        for try await _ in try await instrumenting(base).stream(api.get(from: "/").receiving(stream: .lines)) { break }
        #expect(tracer.finishedSpans.count == 2)
        let broken = ChunkTransport(error: TransportError(code: .connectionLost, message: "it broke off"))
        let half = try await instrumenting(broken).stream(api.get(from: "/").receiving(stream: .lines))
        await #expect(throws: TransportError.self) { for try await _ in half {} }
        #expect(tracer.finishedSpans.last?.texts["error.type"] == "connectionLost")
        #expect(tracer.finishedSpans.last?.texts["http.response.status_code"] == "200")
        #expect(tracer.activeSpans.isEmpty)
        let active = try metrics.expectMeter("http.client.active_requests", Library.dimensions)
        #expect(active.values == [1, 0, 1, 0, 1, 0])
    }

    @Test func `the metrics have the names, units and dimensions of the conventions`() async throws {
        let clock = ImmediateClock()
        let base = SendingTransport { _ in
            clock.advance(by: .milliseconds(250))
            return (.ok, [:])
        }
        let transport = base.instrumenting(tracer: tracer, metrics: metrics, clock: clock)
        try await transport.perform(api.post(.text("hello"), to: "/"))
        let dimensions = [
            ("http.request.method", "POST"), ("server.address", "api.example.com"), ("server.port", "8443"),
        ]
        let ended = dimensions + [("http.response.status_code", "200")]
        let timer = try metrics.expectTimer("http.client.request.duration", ended)
        #expect(timer.values == [250_000_000])
        #expect(timer.displayUnit == .seconds)
        #expect(try metrics.expectRecorder("http.client.request.body.size", dimensions).values == [5])
        #expect(try metrics.expectRecorder("http.client.response.body.size", ended).values == [2])
        _ = try metrics.expectMeter("http.client.active_requests", dimensions)
        for label in metrics.labels { #expect(Conventions.metrics.contains(label), "\(label)") }
    }

    #if AsyncHTTPClient
    @Test func `a span has the version of HTTP that the server speaks, if the transport knows it`() async throws {
        for (line, version) in [("HTTP/1.1", "1.1"), ("HTTP/1.0", "1.0")] {
            try await withRawServer(responding: { _ in "\(line) 200 OK\r\nContent-Length: 2\r\n\r\nhi" }) { server in
                let request = AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/")
                _ = try await instrumenting(HTTPClient.requests).perform(request)
            }
            #expect(tracer.finishedSpans.last?.texts["network.protocol.version"] == version)
        }
    }
    #endif

    @Test func `no attribute has a secret`() async throws {
        let secret = "s3cr3t-canary"
        let base = SendingTransport { _ in throw TransportError(code: .connectionLost, message: "lost with \(secret)") }
        let api = Library(baseURL: URL("https://api.example.com"))
        let request = api.get(from: "/reset/\(sensitive: secret)").adding(query: "api_key", secret)
            .adding(query: "pin", secret).setting(\.sensitiveNames, ["pin": true])
            .adding(headerField: HeaderField("X-Own", secret, isSensitive: true))
            .authenticated(with: .bearerToken(secret))
        _ = try? await instrumenting(base).perform(request)
        let span = try #require(tracer.finishedSpans.first)
        #expect(!"\(span)".contains(secret) && !span.texts.values.contains { $0.contains(secret) })
        #expect(span.texts["url.full"]?.contains("api_key=<redacted>") == true)
        #expect(!metrics.texts.contains { $0.contains(secret) })
    }

    @Test(arguments: [
        ("http://a.example", "a.example", "80"), ("https://A.example/", "a.example", "443"),
        ("http://[::1]:8080/", "::1", "8080"), ("http://[::1]/", "::1", "80"),
        ("http://a.example:81?x", "a.example", "81"),
    ])
    func `the server is that of the URL`(url: String, address: String, port: String) async throws {
        let base = SendingTransport { _ in (.ok, [:]) }
        _ = try await instrumenting(base).send(OutgoingRequest(urlText: url))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.texts["server.address"] == address)
        #expect(span.texts["server.port"] == port)
    }

    @Test func `the server of a Unix socket is its path`() async throws {
        let base = SendingTransport { _ in (.ok, [:]) }
        let api = Library(baseURL: URL(unixSocket: "/run/a.sock"))
        try await instrumenting(base).perform(api.get(from: "/"))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.texts["server.address"] == "/run/a.sock")
        #expect(span.texts["server.port"] == nil)
    }

    @Test func `requests are still shared by coalescing, and without a tracer nothing is added`() async throws {
        let headers = Guarded<[HeaderFields]>([])
        let base = SendingTransport { message in
            headers.withLock { $0.append(message.header) }
            return (.ok, [:])
        }
        try await base.coalescing().instrumenting().perform(api.get(from: "/"))
        #expect(headers.withLock { $0.first?.map(\.name.rawValue) } == ["User-Agent"])
    }
}
#endif
