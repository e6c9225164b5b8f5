#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Requests

/// A subscriber whose demand the test controls, and which records what it receives.
final class DemandingSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    enum Event: Sendable {
        case value(Input)
        case failure(Failure)
        case finished
    }

    /// The received events, in order; they end with the completion.
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let subscription = Guarded<Held?>(nil)
    private let values = Guarded<[Input]>([])
    private let ended = Guarded(false)

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// All values received so far.
    var received: [Input] { values.withLock { $0 } }

    var hasEnded: Bool { ended.withLock { $0 } }

    func receive(subscription: any Subscription) {
        let held = Held(subscription)
        self.subscription.withLock { $0 = held }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        values.withLock { $0.append(input) }
        continuation.yield(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        ended.withLock { $0 = true }
        switch completion {
        case .finished: continuation.yield(.finished)
        case .failure(let error): continuation.yield(.failure(error))
        }
        continuation.finish()
        subscription.withLock { $0 = nil }
    }

    func request(_ demand: Subscribers.Demand) { subscription.withLock { $0 }?.subscription.request(demand) }

    func cancel() { subscription.withLock { $0 }?.subscription.cancel() }
}

extension DemandingSubscriber {
    /// The subscription, which may be used from any thread.
    final class Held: @unchecked Sendable {
        let subscription: any Subscription

        init(_ subscription: any Subscription) { self.subscription = subscription }
    }
}

/// The values of a publisher whose subscriber has unlimited demand.
struct Outcome<Value: Sendable, Failure: Error>: Sendable {
    var values: [Value] = []
    /// The failure; `nil` if the publisher finished.
    var error: Failure?
}

/// Subscribes, and waits for the end.
func outcome<P: Publisher>(of publisher: P) async -> Outcome<P.Output, P.Failure> where P.Output: Sendable {
    let subscriber = DemandingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(subscriber)
    subscriber.request(.unlimited)
    var outcome = Outcome<P.Output, P.Failure>()
    for await event in subscriber.events {
        switch event {
        case .value(let value): outcome.values.append(value)
        case .failure(let error): outcome.error = error
        case .finished: break
        }
    }
    return outcome
}
#endif
