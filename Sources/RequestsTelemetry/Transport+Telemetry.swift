#if Telemetry
public import CoreMetrics
public import Requests
public import Tracing

extension Transport {
    /// Reports each message as a span and in metrics, by the HTTP conventions of OpenTelemetry.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().instrumenting()
    /// ```
    ///
    /// Each message of a call is a span of kind client: each attempt, and each hop of a redirect. It has the method, the URL without
    /// its secrets, the path of a declared endpoint, the server, the status, the kind of an error, and the number of messages of
    /// the call before it. The message carries the context of the span, such as `traceparent`. The span ends when the response was
    /// read to its end, broke off, or was dropped.
    ///
    /// The metrics are `http.client.request.duration`, `http.client.active_requests`, `http.client.request.body.size` and
    /// `http.client.response.body.size`.
    ///
    /// It sees each hop. Put it before `caching(in:)`, `honoringRateLimits()` and decorators that respond to challenges:
    /// otherwise a span also covers a response from the cache, a wait for the server, or both messages of a challenge.
    ///
    /// - Parameters:
    ///   - tracer: The tracer; by default that of the `InstrumentationSystem`.
    ///   - metrics: The factory of metrics; by default that of the `MetricsSystem`.
    ///   - clock: The clock that measures durations.
    /// - Returns: A transport that reports.
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

/// The number of messages that were sent for a call: attempts and hops.
final class MessageCount: Sendable, Equatable {
    private let count = Guarded(0)

    /// Counts a message.
    ///
    /// - Returns: The number of messages before it.
    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }

    /// Returns true: two requests that differ only in their count get the same response.
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
