#if Telemetry
import CoreMetrics
import Foundation
import Requests
import RequestsEndpoints
import Tracing

/// Makes the spans and metrics of messages.
struct Reporter: Sendable {
    private let tracer: (any Tracer)?
    private let metrics: (any MetricsFactory)?
    /// Starts measuring a duration.
    private let stopwatch: @Sendable () -> @Sendable () -> Duration

    init(tracer: (any Tracer)?, metrics: (any MetricsFactory)?, clock: some Clock<Duration>) {
        self.tracer = tracer
        self.metrics = metrics
        stopwatch = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }

    private var factory: any MetricsFactory { metrics ?? MetricsSystem.factory }

    /// Sends a message of a client.
    func send(_ request: OutgoingRequest, _ next: NextTransport) async throws -> TransportResponse {
        let facts = MessageFacts(request)
        let span = (tracer ?? InstrumentationSystem.tracer).startAnySpan(facts.spanName, ofKind: .client)
        span.attributes = facts.attributes
        let report = MessageReport(
            span, facts, prefix: "http.client", factory, elapsed: stopwatch(), requestSize: request.body.length)
        var message = request
        // Without a tracer, nothing is injected, and the checked message stays unchanged.
        var header = HeaderFields()
        let instrument: any Instrument = tracer ?? InstrumentationSystem.instrument
        instrument.inject(span.context, into: &header, using: HeaderInjector())
        if !header.isEmpty { for field in header { message.header.set(field) } }
        do {
            let response = try await ServiceContext.withValue(span.context) { [message] in try await next(message) }
            return report.watching(response)
        } catch {
            report.end(.failed(TransportError(anyError: error).code.rawValue, status: nil))
            throw error
        }
    }

    /// Responds to a request as a server.
    func respond(
        to request: IncomingRequest, route: String?,
        by respond: (IncomingRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let facts = MessageFacts(request, route: route)
        var context = ServiceContext.current ?? .topLevel
        let instrument: any Instrument = tracer ?? InstrumentationSystem.instrument
        instrument.extract(request.header, into: &context, using: HeaderExtractor())
        let span = (tracer ?? InstrumentationSystem.tracer).startAnySpan(
            facts.spanName, context: context, ofKind: .server)
        span.attributes = facts.attributes
        let report = MessageReport(
            span, facts, prefix: "http.server", factory, elapsed: stopwatch(),
            requestSize: request.body.byteCount ?? request.contentLength)
        do {
            let response = try await ServiceContext.withValue(span.context) { try await respond(request) }
            return report.watching(response)
        } catch {
            report.end(.failed("\(type(of: error))", status: 500))
            throw error
        }
    }
}

extension IncomingRequest {
    /// The length of the body as declared by Content-Length.
    fileprivate var contentLength: Int? { header[.contentLength].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
}
#endif
