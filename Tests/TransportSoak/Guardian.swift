import Foundation
import Requests
import Synchronization

/// Ends the process if a call hangs, and prints its stage.
package final class Guardian: Sendable {
    private let since: Guarded<[(stage: Cancelling.Stage, start: ContinuousClock.Instant)?]>
    private let isStopped = Atomic(false)
    private static let limit = Duration.seconds(30)

    package init(lanes: Int) {
        since = Guarded(Array(repeating: nil, count: lanes))
        Thread.detachNewThread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                Thread.sleep(forTimeInterval: 1)
                let hung = since.withLock { $0.compactMap { $0 }.filter { .now - $0.start > Self.limit } }
                guard !hung.isEmpty else { continue }
                print("HUNG: \(hung.map(\.stage))")
                exit(1)
            }
        }
    }

    package func note(_ stage: Cancelling.Stage?, in lane: Int) {
        since.withLock { $0[lane] = stage.map { ($0, .now) } }
    }

    package func stop() {
        isStopped.store(true, ordering: .relaxed)
    }
}
