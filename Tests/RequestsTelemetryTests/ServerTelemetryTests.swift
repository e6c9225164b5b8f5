#if Telemetry
import Foundation
import InMemoryTracing
import MetricsTestKit
import Requests
import RequestsEndpoints
import RequestsTelemetry
import RequestsTesting
import Testing
import Tracing

@Suite("Routes.instrumenting", .timeLimit(.minutes(1))) struct ServerTelemetryTests {
    private struct Broken: Error {}

    private let api = Library(baseURL: URL("https://api.example.com/v1"))
    private let tracer = InMemoryTracer(), metrics = TestMetrics()

    private var routes: Routes<Library> {
        Routes(api).on(\.book) { id in
            if id == 0 { throw Broken() }
            if id == 1 { throw ServingError(.notFound, "there is none") }
            return "book \(id)"
        }
        .instrumenting(tracer: tracer, metrics: metrics, clock: ImmediateClock())
    }

    @Test func `a request is a span of kind server with its route, and continues the trace of the client`() async throws
    {
        let transport = Loopback(routes).instrumenting(tracer: tracer, metrics: metrics)
        #expect(try await transport.perform(api.request(\.book, 7).adding(query: "token", "s3cr3t")) == "book 7")
        let server = try #require(tracer.finishedSpans.first { $0.kind == .server })
        let client = try #require(tracer.finishedSpans.first { $0.kind == .client })
        #expect(server.parentSpanID == client.spanID)
        #expect(server.traceID == client.traceID)
        #expect(server.operationName == "GET /v1/books/{id}")
        var texts = server.texts
        #expect(texts.removeValue(forKey: "user_agent.original") != nil)
        #expect(
            texts == [
                "http.request.method": "GET", "http.route": "/v1/books/{id}", "url.path": "/v1/books/7",
                "url.query": "token=<redacted>", "url.scheme": "http", "server.address": "api.example.com",
                "http.response.status_code": "200",
            ])
        for name in server.texts.keys { #expect(Conventions.serverAttributes.contains(name), "\(name)") }
        for name in client.texts.keys { #expect(Conventions.clientAttributes.contains(name), "\(name)") }
    }

    @Test func `the handler runs in the context of the span`() async throws {
        let tracer = tracer
        let seen = Guarded<String?>(nil)
        let routes = Routes(api).on(\.book) { id in
            seen.withLock { $0 = ServiceContext.current.flatMap { tracer.activeSpan(identifiedBy: $0)?.operationName } }
            return "\(id)"
        }
        .instrumenting(tracer: tracer, metrics: metrics)
        _ = await routes.respond(to: IncomingRequest(method: .get, target: "/v1/books/7"))
        #expect(seen.withLock { $0 } == "GET /v1/books/{id}")
    }

    @Test(
        arguments: [
            ([], "http"), (["Forwarded": "for=192.0.2.1;proto=https;by=a, for=b;proto=http"], "https"),
            (["Forwarded": "Proto=\"HTTPS\""], "https"), (["Forwarded": "for=a"], "http"),
            (["X-Forwarded-Proto": "https, http"], "https"), (["X-Forwarded-Proto": "gopher"], "http"),
            (["Forwarded": "proto=http", "X-Forwarded-Proto": "https"], "http"),
        ] as [(HeaderFields, String)])
    func `the scheme is that of the client, if a proxy states it`(header: HeaderFields, scheme: String) async throws {
        _ = await routes.respond(to: IncomingRequest(method: .get, target: "/v1/books/7", header: header))
        #expect(try #require(tracer.finishedSpans.first).texts["url.scheme"] == scheme)
    }

    @Test(arguments: [("5", [5]), ("-5", []), ("many", [])] as [(String, [Double])])
    func `the size of a streamed body is the declared one`(length: String, sizes: [Double]) async throws {
        let body = MessageBody(AsyncStream<Data> { $0.finish() })
        _ = await routes.respond(
            to: IncomingRequest(
                method: .get, target: "/v1/books/7", header: [HeaderField(.contentLength, length)], body: body))
        let recorded = metrics.recorders.filter { $0.label == "http.server.request.body.size" }.flatMap(\.values)
        #expect(recorded == sizes)
    }

    @Test(
        arguments: [
            ("/v1/books/1", "404", nil, false), ("/v1/books/0", "500", "Broken", true), ("/v1/none", "404", nil, false),
            ("/v1/books/x", "400", nil, false),
        ] as [(String, String, String?, Bool)])
    func `only 5xx and unexpected errors are errors of a server`(
        target: String, status: String, errorType: String?, isError: Bool
    ) async throws {
        let response = await routes.respond(to: IncomingRequest(method: .get, target: target))
        #expect("\(response.head.status.code)" == status)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.texts["http.response.status_code"] == status)
        #expect(span.texts["error.type"] == errorType)
        #expect((span.status?.code == .error) == isError)
        #expect((span.texts["http.route"] == nil) == (target == "/v1/none"))
        #expect(metrics.labels.contains("http.server.request.duration"))
        for label in metrics.labels { #expect(Conventions.metrics.contains(label), "\(label)") }
        #expect(tracer.activeSpans.isEmpty)
    }
}
#endif
