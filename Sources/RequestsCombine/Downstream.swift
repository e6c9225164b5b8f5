#if canImport(Combine) || OpenCombine
// Neither module declares which of its types are Sendable.
#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// A subscriber in a form that a task can store.
///
/// Combine requires that a subscriber accepts values on any thread, and a subscription ensures that the values arrive
/// one at a time.
struct Downstream<Input: Sendable, Failure: Error>: Sendable {
    private let subscriber: AnySubscriber<Input, Failure>

    init(_ subscriber: AnySubscriber<Input, Failure>) {
        self.subscriber = subscriber
    }

    func receive(_ input: Input) -> Subscribers.Demand { subscriber.receive(input) }

    func receive(completion: Subscribers.Completion<Failure>) { subscriber.receive(completion: completion) }
}
#endif
