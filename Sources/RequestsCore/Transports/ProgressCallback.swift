import Dispatch

/// A function that receives the progress of a request, and the minimum interval between its calls.
struct ProgressReport: Sendable {
    let callback: ProgressCallback
    let interval: Duration

    /// Makes a receiver that passes the progress of one exchange to the function.
    func makeReceiver() -> ProgressThrottle { ProgressThrottle(callback.makeOutlet(), interval: interval) }
}

/// A function that receives the progress of a request, with the actor or queue that calls it.
enum ProgressCallback: Sendable {
    case onMainActor(@MainActor @Sendable (TransferProgress) -> Void)
    case onQueue(DispatchQueue, @Sendable (TransferProgress) -> Void)

    fileprivate func makeOutlet() -> ProgressOutlet {
        switch self {
        case .onMainActor(let report):
            return ProgressOutlet { outlet in
                Task { @MainActor in for progress in outlet.takeAll() { report(progress) } }
            }
        case .onQueue(let queue, let report):
            // Use a serial queue: on a concurrent queue, calls could overtake each other.
            let serial = DispatchQueue(label: "Requests.progress", target: queue)
            return ProgressOutlet { outlet in
                serial.async { for progress in outlet.takeAll() { report(progress) } }
            }
        }
    }
}

/// Stores the latest progress until it's fetched, and schedules only one fetch at a time.
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
