#if canImport(Combine) || OpenCombine
// Neither says of its types whether they are Sendable.
#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// A subscriber, as a task may have it.
///
/// A subscriber takes values from any thread, one at a time: that is what Combine asks of it, and what a subscription keeps.
struct Downstream<Input: Sendable, Failure: Error>: Sendable {
    private let subscriber: AnySubscriber<Input, Failure>

    init(_ subscriber: AnySubscriber<Input, Failure>) {
        self.subscriber = subscriber
    }

    func receive(_ input: Input) -> Subscribers.Demand { subscriber.receive(input) }

    func receive(completion: Subscribers.Completion<Failure>) { subscriber.receive(completion: completion) }
}
#endif
