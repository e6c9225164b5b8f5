import Foundation

/// What the times of two peers should come to.
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

    /// The value, from the nanoseconds that each peer takes.
    let value: @Sendable (_ nanoseconds: [String: Double]) -> Double

    /// The name in a table of whole numbers.
    var percentName: String { "\(name), %" }

    /// How many nanoseconds a peer takes.
    static func nanoseconds(of peer: String, _ bound: Bound) -> Self {
        Self(name: "nanoseconds of \(peer)", bound: bound) { $0[peer] ?? .nan }
    }

    /// How many nanoseconds longer than another peer one takes.
    static func difference(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "nanoseconds of \(first) - \(second)", bound: bound) { ($0[first] ?? .nan) - ($0[second] ?? .nan) }
    }

    /// How many times as long as another peer one takes.
    static func time(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "\(first) / \(second)", bound: bound) { ($0[first] ?? .nan) / ($0[second] ?? .nan) }
    }

    /// How many times as much as another peer one gets done in the same time.
    static func rate(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "rate of \(first) / \(second)", bound: bound) { ($0[second] ?? .nan) / ($0[first] ?? .nan) }
    }

    /// How much longer than another peer one takes, as a part of what that one takes.
    static func surplus(of first: String, over second: String, _ bound: Bound) -> Self {
        Self(name: "(\(first) - \(second)) / \(second)", bound: bound) {
            ($0[first] ?? .nan) / ($0[second] ?? .nan) - 1
        }
    }
}
