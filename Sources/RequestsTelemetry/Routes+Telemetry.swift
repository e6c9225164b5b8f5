#if Telemetry
public import CoreMetrics
import Requests
public import RequestsEndpoints
public import Tracing

extension Routes {
    /// Reports each request as a span of kind server and in metrics, using OpenTelemetry's HTTP conventions.
    ///
    /// ```swift
    /// let routes = Routes(api).on(\.user) { id in try await store.user(id) }.instrumenting()
    /// ```
    ///
    /// A request that carries a span's context, such as `traceparent`, continues the trace of that span. The span
    /// includes the method, the declared path of the route, the path and the redacted query, the status, and the type
    /// of error. The handler runs in the context of the span. A server can't know which segments of a path are secret,
    /// so don't put secrets into paths.
    ///
    /// The metrics are `http.server.request.duration`, `http.server.active_requests`, `http.server.request.body.size` and
    /// `http.server.response.body.size`.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; by default, the tracer of `InstrumentationSystem`.
    ///   - metrics: The metrics factory; by default, the factory of `MetricsSystem`.
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
