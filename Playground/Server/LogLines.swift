import Synchronization

/// Keeps lines, from any thread.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    /// All lines.
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
