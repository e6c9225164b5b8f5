#if canImport(Combine) || OpenCombine
// Neither module declares which of its types are Sendable.
#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// A subscriber in a form that a task can store.
///
/// A subscriber accepts values on any thread, one at a time. Combine requires this, and a subscription ensures it.
struct Downstream<Input: Sendable, Failure: Error>: Sendable {
    private let subscriber: AnySubscriber<Input, Failure>

    init(_ subscriber: AnySubscriber<Input, Failure>) {
        self.subscriber = subscriber
    }

    func receive(_ input: Input) -> Subscribers.Demand { subscriber.receive(input) }

    func receive(completion: Subscribers.Completion<Failure>) { subscriber.receive(completion: completion) }
}
#endif
