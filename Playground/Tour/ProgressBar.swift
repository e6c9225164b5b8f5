import Requests
import Synchronization

/// Shows how far bodies have come: on a terminal while they do, elsewhere at the end.
final class ProgressBar: Sendable {
    private let latest = Mutex<[TransferProgress]>([])
    private let page: Page

    init(on page: Page) {
        self.page = page
    }

    /// Shows a progress, in the place of the one before it.
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

    /// Shows each direction for good, as soon as the last progress was reported, which may be after the response.
    func finish() async throws {
        for _ in 0..<100 where !isComplete { try await Task.sleep(for: .milliseconds(10)) }
        for progress in latest.withLock({ $0 }) {
            page.bar(Self.label(of: progress), Self.text(of: progress), isLast: true)
        }
        page.blank()
    }

    /// How many bytes there were, in each direction.
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
