import Dispatch

/// A function that wants to know the progress of a request, and where it is called.
enum ProgressReport: Sendable {
    case onMainActor(@MainActor @Sendable (TransferProgress) -> Void)
    case onQueue(DispatchQueue, @Sendable (TransferProgress) -> Void)

    /// What gets the progress of one exchange for the function.
    func makeReceiver() -> any ProgressReceiver {
        switch self {
        case .onMainActor(let report):
            return ProgressOutlet { outlet in
                Task { @MainActor in for progress in outlet.takeAll() { report(progress) } }
            }
        case .onQueue(let queue, let report):
            // One of its own: on a concurrent queue the calls would overtake each other.
            let serial = DispatchQueue(label: "Requests.progress", target: queue)
            return ProgressOutlet { outlet in
                serial.async { for progress in outlet.takeAll() { report(progress) } }
            }
        }
    }
}

/// Keeps the latest progress until it is fetched, which is asked for once at a time.
final class ProgressOutlet: ProgressReceiver {
    private struct State {
        var latest = LatestProgress()
        var isAskedFor = false
    }

    private let state = Guarded(State())
    private let schedule: @Sendable (ProgressOutlet) -> Void

    init(schedule: @escaping @Sendable (ProgressOutlet) -> Void) {
        self.schedule = schedule
    }

    func put(_ progress: TransferProgress) {
        let isFirst = state.withLock { state in
            state.latest.put(progress)
            defer { state.isAskedFor = true }
            return !state.isAskedFor
        }
        if isFirst { schedule(self) }
    }

    func takeAll() -> [TransferProgress] {
        state.withLock { state in
            state.isAskedFor = false
            return [state.latest.take(), state.latest.take()].compactMap(\.self)
        }
    }
}
