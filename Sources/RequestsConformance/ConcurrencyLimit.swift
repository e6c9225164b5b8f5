/// Limits the number of cases that run at a time.
///
/// If all cases ran at once, they would wait for each other's threads and exceed their time limits.
actor ConcurrencyLimit {
    /// The limit for cases that are run without a ``ConformanceRun``.
    static let shared = ConcurrencyLimit(width: 4)

    private let width: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) {
        self.width = max(width, 1)
    }

    /// Waits for a turn.
    func enter() async {
        if running < width { return running += 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Admits the next waiting case.
    func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
