#if Telemetry
import CoreMetrics
import Foundation
import Requests
import Tracing

/// The span and the metrics of one message, until its response has been read.
final class MessageReport: Sendable {
    /// The end of a message.
    enum Outcome {
        /// The response was read or released.
        case read
        /// An error of this type ended the message; the status is set if the client still receives a response.
        case failed(String, status: Int?)
    }

    private struct State {
        var head: ResponseHead?
        var size = 0
        var hasEnded = false
    }

    private let span: any Span
    private let facts: MessageFacts
    private let prefix: String
    private let factory: any MetricsFactory
    private let elapsed: @Sendable () -> Duration
    private let state = Guarded(State())

    init(
        _ span: any Span, _ facts: MessageFacts, prefix: String, _ factory: any MetricsFactory,
        elapsed: @escaping @Sendable () -> Duration, requestSize: Int?
    ) {
        (self.span, self.facts, self.prefix, self.factory, self.elapsed) = (span, facts, prefix, factory, elapsed)
        active.increment()
        if let requestSize { record(requestSize, "request.body.size", facts.dimensions) }
    }

    deinit { end(.read) }

    private var active: Meter {
        Meter(label: "\(prefix).active_requests", dimensions: facts.dimensions, factory: factory)
    }

    private func record(_ size: Int, _ name: String, _ dimensions: [(String, String)]) {
        Recorder(label: "\(prefix).\(name)", dimensions: dimensions, aggregate: true, factory: factory).record(size)
    }

    /// Returns the response with a body that ends the report.
    func watching(_ response: TransportResponse) -> TransportResponse {
        state.withLock { $0.head = response.head }
        if let size = response.body.byteCount {
            state.withLock { $0.size = size }
            end(.read)
            return response
        }
        let body = ObservedBody(base: response.body) { [self] read in
            switch read {
            case .success(let chunk?): state.withLock { $0.size += chunk.count }
            case .success(nil): end(.read)
            case .failure(let error): end(.failed(TransportError(anyError: error).code.rawValue, status: nil))
            }
        }
        return TransportResponse(head: response.head, body: MessageBody(body))
    }

    /// Ends the report once; later ends are ignored.
    func end(_ outcome: Outcome) {
        let state: State? = state.withLock { state in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state
        }
        guard let state else { return }
        var status = state.head?.status.code
        var errorType: String?
        if case .failed(let type, let ownStatus) = outcome { (errorType, status) = (type, status ?? ownStatus) }
        if errorType == nil, let status, facts.isFailure(status) { errorType = "\(status)" }
        var dimensions = facts.dimensions
        span.updateAttributes { attributes in
            if let status { attributes["http.response.status_code"] = status }
            if let errorType { attributes["error.type"] = errorType }
            if let version = state.head?.notes.protocolVersion { attributes["network.protocol.version"] = version }
        }
        if let status { dimensions.append(("http.response.status_code", "\(status)")) }
        if let errorType {
            dimensions.append(("error.type", errorType))
            span.setStatus(SpanStatus(code: .error))
        }
        active.decrement()
        let seconds = elapsed()
        CoreMetrics.Timer(
            label: "\(prefix).request.duration", dimensions: dimensions, preferredDisplayUnit: .seconds,
            factory: factory
        ).recordNanoseconds(Int64((seconds / .nanoseconds(1)).rounded()))
        if let head = state.head, let size = head.hasContentCoding ? head.contentLength : state.size {
            record(size, "response.body.size", dimensions)
        }
        span.end()
    }
}
#endif
