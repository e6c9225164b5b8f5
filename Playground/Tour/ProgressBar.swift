import Requests
import Synchronization

/// Shows the progress of bodies: on a terminal while they are sent, elsewhere at the end.
final class ProgressBar: Sendable {
    private let latest = Mutex<[TransferProgress]>([])
    private let page: Page

    init(on page: Page) {
        self.page = page
    }

    /// Shows the progress in place of the previous progress.
    func show(_ progress: TransferProgress) {
        latest.withLock { latest in
            if let index = latest.firstIndex(where: { $0.direction == progress.direction }) {
                latest[index] = progress
            } else {
                latest.append(progress)
            }
        }
        if Ink.isOn { page.bar(Self.label(of: progress), Self.text(of: progress), isLast: false) }
    }

    /// Shows the final state of each direction, once the last progress has been reported, which may happen after the
    /// response.
    func finish() async throws {
        for _ in 0..<100 where !isComplete { try await Task.sleep(for: .milliseconds(10)) }
        for progress in latest.withLock({ $0 }) {
            page.bar(Self.label(of: progress), Self.text(of: progress), isLast: true)
        }
        page.blank()
    }

    /// Indicates whether every direction is complete.
    var isComplete: Bool {
        latest.withLock { latest in !latest.isEmpty && latest.allSatisfy { $0.fractionCompleted == 1 } }
    }

    private static func label(of progress: TransferProgress) -> String { "\(progress.direction)" }

    private static func text(of progress: TransferProgress) -> String {
        guard let fraction = progress.fractionCompleted else { return "\(progress.completedByteCount) bytes" }
        let filled = Int(fraction * 40)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 40 - filled)
        return "\(bar) \(Int(fraction * 100)) % of \(progress.totalByteCount ?? 0) bytes"
    }
}
