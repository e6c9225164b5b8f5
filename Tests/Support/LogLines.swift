package import Requests

/// The lines of a log.
package final class LogLines: Sendable {
    private let state = Guarded<[RequestLogEntry]>([])

    package init() {}

    package var entries: [RequestLogEntry] { state.withLock { $0 } }

    package var lines: [String] { entries.map { "\($0.level) \($0)" } }

    package var add: @Sendable (RequestLogEntry) -> Void {
        { entry in self.state.withLock { $0.append(entry) } }
    }
}
