import Foundation

/// A goal for the times of two peers.
struct Goal: Sendable {
    enum Bound: Sendable, CustomStringConvertible {
        case atMost(Double)
        case atLeast(Double)

        func contains(_ value: Double) -> Bool {
            switch self {
            case .atMost(let limit): value <= limit
            case .atLeast(let limit): value >= limit
            }
        }

        var description: String {
            switch self {
            case .atMost(let limit): "goal <= " + String(format: "%.2f", limit)
            case .atLeast(let limit): "goal >= " + String(format: "%.2f", limit)
            }
        }
    }

    let name: String
    let bound: Bound

    /// Computes the value from the nanoseconds of each peer.
    let value: @Sendable (_ nanoseconds: [String: Double]) -> Double

    /// The name in a table that shows only whole numbers.
    var percentName: String { "\(name), %" }

    /// Makes a goal for the nanoseconds of a peer.
    static func nanoseconds(of peer: String, _ bound: Bound) -> Self {
        Self(name: "nanoseconds of \(peer)", bound: bound) { $0[peer] ?? .nan }
    }

    /// Makes a goal for the number of nanoseconds by which one peer is slower than another.
    static func difference(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "nanoseconds of \(first) - \(second)", bound: bound) { ($0[first] ?? .nan) - ($0[second] ?? .nan) }
    }

    /// Makes a goal for the ratio of one peer's time to another's.
    static func time(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "\(first) / \(second)", bound: bound) { ($0[first] ?? .nan) / ($0[second] ?? .nan) }
    }

    /// Makes a goal for the ratio of one peer's rate to another's.
    static func rate(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "rate of \(first) / \(second)", bound: bound) { ($0[second] ?? .nan) / ($0[first] ?? .nan) }
    }

    /// Makes a goal for the additional time of one peer, as a fraction of the other's time.
    static func surplus(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "(\(first) - \(second)) / \(second)", bound: bound) {
            ($0[first] ?? .nan) / ($0[second] ?? .nan) - 1
        }
    }
}
