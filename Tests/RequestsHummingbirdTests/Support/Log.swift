#if Hummingbird
import Requests

/// Lines that tasks write.
final class Log: Sendable {
    private let state = Guarded<[String]>([])

    var lines: [String] { state.withLock(\.self) }

    func add(_ line: String) { state.withLock { $0.append(line) } }
}
#endif
