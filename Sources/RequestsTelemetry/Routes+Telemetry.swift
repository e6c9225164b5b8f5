#if Telemetry
public import CoreMetrics
import Requests
public import RequestsEndpoints
public import Tracing

extension Routes {
    /// Reports each request as a span of kind server and in metrics, by the HTTP conventions of OpenTelemetry.
    ///
    /// ```swift
    /// let routes = Routes(api).on(\.user) { id in try await store.user(id) }.instrumenting()
    /// ```
    ///
    /// A request that carries the context of a span, such as `traceparent`, continues its trace. The span has the method, the
    /// path of the route as declared, the path and the query without values of sensitive items, the status, and the kind of an
    /// error. The handler runs in the context of the span. A server does not know that a segment of a path is secret: don't put
    /// secrets there.
    ///
    /// The metrics are `http.server.request.duration`, `http.server.active_requests`, `http.server.request.body.size` and
    /// `http.server.response.body.size`.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; by default that of the `InstrumentationSystem`.
    ///   - metrics: The factory of metrics; by default that of the `MetricsSystem`.
    ///   - clock: The clock that measures durations.
    /// - Returns: The routes.
    public consuming func instrumenting(
        tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) -> Self {
        let reporter = Reporter(tracer: tracer, metrics: metrics, clock: clock)
        return wrapping { request, route, next in try await reporter.respond(to: request, route: route, by: next) }
    }
}
#endif
