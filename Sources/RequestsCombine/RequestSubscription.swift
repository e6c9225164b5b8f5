#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

import Dispatch
import Requests

/// One request for one subscriber.
///
/// The first demand starts a task. The task delivers values on a queue, ends, and releases everything.
final class RequestSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
    /// Sends the request and delivers its values; a thrown error is the failure.
    typealias Work = @Sendable (RequestSubscription) async throws(Failure) -> Void

    private struct State {
        /// The subscriber; `nil` once nothing more is delivered.
        var downstream: Downstream<Output, Failure>?
        /// The work; `nil` once it has begun.
        var work: Work?
        var task: Task<Void, Never>?
        /// The number of values that may be delivered; `Int.max` means unlimited.
        var demand = 0
        /// The continuation of the work while it waits for demand.
        var waiting: CheckedContinuation<Bool, Never>?
    }

    private let state: Guarded<State>
    private let queue: DispatchQueue

    init(_ work: @escaping Work, for downstream: Downstream<Output, Failure>, on queue: DispatchQueue) {
        self.queue = queue
        state = Guarded(State(downstream: downstream, work: work))
    }

    func request(_ demand: Subscribers.Demand) {
        let waiting = add(demand)
        waiting?.resume(returning: true)
    }

    func cancel() {
        let ended = end()
        ended.task?.cancel()
        ended.waiting?.resume(returning: false)
    }

    /// Delivers a value for which there is demand, and waits until the subscriber has received it.
    func deliver(_ value: Output) async {
        await onQueue { self.receive(value) }
    }

    private func receive(_ value: Output) {
        let downstream = state.withLock { state in
            if state.demand != .max { state.demand -= 1 }
            return state.downstream
        }
        guard let downstream else { return }
        // The lock isn't held here, because the subscriber may cancel or request more.
        request(downstream.receive(value))
    }

    /// Waits for demand; returns `false` if the subscription was cancelled.
    func isWanting() async -> Bool {
        await withCheckedContinuation { continuation in
            let isWanting: Bool? = state.withLock { state in
                guard state.downstream != nil, state.demand == 0 else { return state.downstream != nil }
                state.waiting = continuation
                return nil
            }
            if let isWanting { continuation.resume(returning: isWanting) }
        }
    }

    /// Adds demand, starts the work if this is the first demand, and returns the continuation that waits for demand.
    private func add(_ demand: Subscribers.Demand) -> CheckedContinuation<Bool, Never>? {
        // The lock doesn't protect the demand itself, because its type is not Sendable.
        let count = demand.max ?? .max
        return state.withLock { state in
            guard count > 0, state.downstream != nil else { return nil }
            let (sum, isOver) = state.demand.addingReportingOverflow(count)
            state.demand = isOver ? .max : sum
            if let work = state.work {
                state.work = nil
                state.task = Task { await self.run(work) }
            }
            defer { state.waiting = nil }
            return state.waiting
        }
    }

    private func run(_ work: Work) async {
        var failure: Failure?
        do throws(Failure) {
            try await work(self)
        } catch {
            failure = error
        }
        await onQueue { [failure] in
            self.end().downstream?.receive(completion: failure.map { .failure($0) } ?? .finished)
        }
    }

    /// Calls a function on the queue, and waits until it returns, so values arrive one at a time even on a concurrent
    /// queue.
    private func onQueue(_ action: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            queue.async {
                action()
                continuation.resume()
            }
        }
    }

    /// Removes and returns the state of the subscription.
    ///
    /// The parts of the state are released outside the lock, because a `deinit` may cancel the subscription.
    private func end() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}

extension RequestSubscription: CustomStringConvertible {
    /// A description without the request, which may contain secrets.
    var description: String { "RequestPublisher" }
}
#endif
