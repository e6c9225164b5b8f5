#if AsyncHTTPClient
import NIOCore
import Requests

/// The event loops of a client, each with the number of tasks that run on it.
///
/// A client gives its tasks to the loops in turn, while a connection that is used again stays on its own: then each step of
/// an exchange is handed from thread to thread. This way tasks that come one after the other stay on one loop, and many at
/// once are spread as evenly.
final class EventLoops: Sendable {
    private let loops: [any EventLoop]
    private let counts: Guarded<[Int]>

    /// How many tasks a loop may have before new ones wait for it to catch up.
    private static var many: Int { 256 }

    /// A loop that a task runs on.
    struct Lease: Sendable {
        let loop: any EventLoop
        /// Whether more tasks than can be on their way wait for the loop, such as cancelled ones that it has not ended yet.
        let isBehind: Bool
        fileprivate let place: Int
    }

    init(_ group: any EventLoopGroup) {
        var loops = Array(group.makeIterator())
        if loops.isEmpty { loops = [group.any()] }
        self.loops = loops
        counts = Guarded(Array(repeating: 0, count: loops.count))
    }

    /// Takes the loop that has the least to do.
    func lease() -> Lease {
        let (place, count) = counts.withLock { counts in
            let place = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[place] += 1
            return (place, counts[place])
        }
        return Lease(loop: loops[place], isBehind: count > Self.many, place: place)
    }

    /// Gives a loop back.
    func end(_ lease: Lease) {
        counts.withLock { $0[lease.place] -= 1 }
    }
}
#endif
