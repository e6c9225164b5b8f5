#if Telemetry
public import CoreMetrics
public import Requests
public import Tracing

extension Transport {
    /// Reports each message as a span and in metrics, using OpenTelemetry's HTTP conventions.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().instrumenting()
    /// ```
    ///
    /// Each message of a call is a span of kind client: each attempt, and each hop of a redirect. The span includes the
    /// method, the redacted URL, the path of a declared endpoint, the server, the status, the type of error, and the
    /// number of earlier messages of the call. The message carries the span's context, such as `traceparent`. The span
    /// ends when the response has been read to the end, has broken off, or is released.
    ///
    /// The metrics are `http.client.request.duration`, `http.client.active_requests`, `http.client.request.body.size` and
    /// `http.client.response.body.size`.
    ///
    /// Apply `instrumenting` before `caching(in:)`, `honoringRateLimits()` and decorators that respond to challenges.
    /// Otherwise, a span also covers a cached response, a wait for the server, or both messages of a challenge.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; by default, the tracer of `InstrumentationSystem`.
    ///   - metrics: The metrics factory; by default, the factory of `MetricsSystem`.
    ///   - clock: The clock that measures durations.
    /// - Returns: A transport that reports spans and metrics.
    public func instrumenting(
        tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) -> some Transport {
        let reporter = Reporter(tracer: tracer, metrics: metrics, clock: clock)
        return adaptingEachHop { request, next in try await reporter.send(request, next) }
            .adapting { request, next in
                guard request.options.messageCount == nil else { return try await next(request) }
                var request = request
                request.changeLegally { $0.options.messageCount = MessageCount() }
                return try await next(request)
            }
    }
}

/// Counts the messages that were sent for a call: attempts and hops.
final class MessageCount: Sendable, Equatable {
    private let count = Guarded(0)

    /// Counts a message.
    ///
    /// - Returns: The number of earlier messages.
    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }

    /// Returns true, because two requests that differ only in their count have the same response.
    static func == (one: MessageCount, other: MessageCount) -> Bool { true }
}

extension RequestOptions {
    fileprivate(set) var messageCount: MessageCount? {
        get { self[MessageCountOption.self] }
        set { self[MessageCountOption.self] = newValue }
    }

    private enum MessageCountOption: RequestOption {
        static var defaultValue: MessageCount? { nil }
    }
}
#endif
