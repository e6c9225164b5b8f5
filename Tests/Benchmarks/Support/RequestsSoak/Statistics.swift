import Foundation

extension [Double] {
    /// The value below which a part of them lies.
    func quantile(_ part: Double) -> Double {
        let values = sorted()
        guard !values.isEmpty else { return .nan }
        return values[Swift.min(values.count - 1, Int(Double(values.count) * part))]
    }

    var median: Double { quantile(0.5) }

    /// The middle half of them, as `from–to`.
    func spread(_ format: String) -> String {
        String(format: format, quantile(0.25)) + "–" + String(format: format, quantile(0.75))
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

/// A goal and whether it was met, for a table.
func verdict(_ value: Double, atLeast goal: Double) -> String {
    String(format: "%.3f (goal >= %.2f: %@)", value, goal, value >= goal ? "met" : "MISSED")
}

func verdict(_ value: Double, atMost goal: Double, _ unit: String = "") -> String {
    String(format: "%.2f%@ (goal <= %.2f: %@)", value, unit, goal, value <= goal ? "met" : "MISSED")
}

/// Prints at once, also into a pipe.
func say(_ items: Any..., terminator: String = "\n") {
    print(items.map { "\($0)" }.joined(separator: " "), terminator: terminator)
    fflush(nil)
}

extension Int {
    /// In mebibytes.
    var mebibytes: String { String(format: "%.1f MiB", Double(self) / 1_048_576) }
}
