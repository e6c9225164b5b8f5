#if AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore

/// The event loops of a client, each with its number of running tasks.
///
/// AsyncHTTPClient assigns tasks to the loops in turn, but a reused connection stays on one loop. If the loops differ, each
/// step switches threads. With this type, consecutive tasks stay on one loop, and simultaneous tasks are spread just as evenly.
final class EventLoops: Sendable {
    private let loops: [any EventLoop]
    private let counts: NIOLockedValueBox<[Int]>

    /// The number of tasks on a loop above which new tasks wait until the loop catches up.
    private static var many: Int { 256 }

    /// A loop for one task.
    struct Lease: Sendable {
        let loop: any EventLoop
        /// Indicates whether too many tasks wait for the loop, such as cancelled tasks that the loop has not ended yet.
        let isBehind: Bool
        fileprivate let place: Int
    }

    init(_ group: any EventLoopGroup) {
        var loops = Array(group.makeIterator())
        if loops.isEmpty { loops = [group.any()] }
        self.loops = loops
        counts = NIOLockedValueBox(Array(repeating: 0, count: loops.count))
    }

    /// Takes the loop with the fewest tasks.
    func lease() -> Lease {
        let (place, count) = counts.withLockedValue { counts in
            let place = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[place] += 1
            return (place, counts[place])
        }
        return Lease(loop: loops[place], isBehind: count > Self.many, place: place)
    }

    /// Ends a task's use of its loop.
    func end(_ lease: Lease) {
        counts.withLockedValue { $0[lease.place] -= 1 }
    }
}
#endif
