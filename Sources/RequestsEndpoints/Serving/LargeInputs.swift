import Foundation
import Requests

/// A limit for the number of large inputs that are read at once.
///
/// Reading a large input occupies a thread of Swift's pool for a long time. The pool has as many threads as the machine
/// has cores. If large inputs occupied all threads, small requests would wait.
final class LargeInputs: Sendable {
    /// The limit of this process: half of the threads, rounded down, but at least one.
    static let shared = LargeInputs(width: ProcessInfo.processInfo.activeProcessorCount / 2)

    /// The minimum size of a large input, in bytes.
    static let size = 256 * 1_024

    private struct State {
        var free: Int
        var nextID = 0
        var waiting: [(id: Int, wait: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Guarded<State>

    init(width: Int) { state = Guarded(State(free: max(1, width))) }

    /// Waits for its turn (first come, first served), and runs a function that reads a large input.
    func read<Input: Sendable>(by read: () throws -> Input) async throws -> Input {
        await enter()
        defer { leave() }
        try Task.checkCancellation()
        return try read()
    }

    /// The number of waiting inputs.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func enter() async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait in
                let mayEnter = state.withLock { state in
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append((id, wait))
                    return false
                }
                if mayEnter { wait.resume() }
            }
        } onCancel: {
            // The cancelled task moves to the front, because it leaves at once.
            state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return }
                state.waiting.insert(state.waiting.remove(at: index), at: 0)
            }
        }
    }

    func leave() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst().wait
        }
        next?.resume()
    }
}
