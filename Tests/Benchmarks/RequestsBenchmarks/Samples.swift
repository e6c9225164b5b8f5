import Synchronization

/// The nanoseconds of every peer, round by round.
final class Samples: Sendable {
    private let values = Mutex<[String: [Double]]>([:])

    func add(_ round: [String: Double]) {
        values.withLock { values in
            for (name, nanoseconds) in round { values[name, default: []].append(nanoseconds) }
        }
    }

    var medians: [String: Double] {
        values.withLock { values in
            values.mapValues { $0.sorted()[$0.count / 2] }
        }
    }
}
