import Foundation
import TransportSoak

extension [Double] {
    /// Returns the value below which a fraction of the elements lies.
    func quantile(_ part: Double) -> Double {
        let values = sorted()
        guard !values.isEmpty else { return .nan }
        return values[Swift.min(values.count - 1, Int(Double(values.count) * part))]
    }

    var median: Double { quantile(0.5) }

    /// Returns the range of the middle half of the elements, as `from–to`.
    func spread(_ format: String) -> String {
        String(format: format, quantile(0.25)) + "–" + String(format: format, quantile(0.75))
    }
}

/// Times in buckets, each a hundredth longer than the one before.
///
/// The memory doesn't depend on the number of times.
struct TimeTally {
    private var counts = [Int](repeating: 0, count: 2_048)
    private(set) var count = 0
    private(set) var most = 0.0

    /// The shortest time with a separate bucket, in milliseconds.
    private static var least: Double { 1e-4 }

    mutating func add(_ milliseconds: Double) {
        let place = log2(max(milliseconds, Self.least) / Self.least) * 64
        counts[min(Int(place), counts.count - 1)] += 1
        count += 1
        most = max(most, milliseconds)
    }

    static func += (tally: inout TimeTally, other: TimeTally) {
        for index in tally.counts.indices { tally.counts[index] += other.counts[index] }
        tally.count += other.count
        tally.most = max(tally.most, other.most)
    }

    /// Returns the time below which a fraction of the times lies, in milliseconds.
    func quantile(_ part: Double) -> Double {
        var rest = Int(Double(count) * part)
        for (index, count) in counts.enumerated() {
            rest -= count
            if rest < 0 { return min(most, Self.least * exp2((Double(index) + 1) / 64)) }
        }
        return most
    }
}

extension Duration {
    var inMilliseconds: Double { self / .milliseconds(1) }
    var inSeconds: Double { self / .seconds(1) }
}

extension String {
    func padded(to count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - self.count))
    }
}

/// Returns a goal and whether it was met, for a table.
func verdict(_ value: Double, atLeast goal: Double) -> String {
    String(format: "%.3f (goal >= %.2f: %@)", value, goal, value >= goal ? "met" : "MISSED")
}

func verdict(_ value: Double, atMost goal: Double, _ unit: String = "") -> String {
    String(format: "%.2f%@ (goal <= %.2f: %@)", value, unit, goal, value <= goal ? "met" : "MISSED")
}

/// Prints at once, even into a pipe.
func say(_ items: Any..., terminator: String = "\n") {
    print(items.map { "\($0)" }.joined(separator: " "), terminator: terminator)
    fflush(nil)
}

extension Int {
    /// The size in mebibytes.
    var mebibytes: String { String(format: "%.1f MiB", Double(self) / 1_048_576) }
}

/// Prints the usage after a warm-up, and how it grew from quarter to quarter.
func say(growthOf steps: [Usage], after warmUp: String, with warm: Usage) {
    let growth = steps.map { ($0.memory - warm.memory).mebibytes }.joined(separator: ", ")
    say("  memory after \(warmUp): \(warm.memory.mebibytes); growth by quarters: \(growth)")
    say("  descriptors: \(([warm] + steps).map(\.descriptors)); threads: \(([warm] + steps).map(\.threads))")
}
