#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// Sends a request for each of its subscribers, and publishes what comes of it.
///
/// ```swift
/// session.publisher(for: api.get(.json(User.self), from: "/users/ada"))
///     .map(\.name)
///     .receive(on: DispatchQueue.main)
///     .sink(receiveCompletion: { completion in … }, receiveValue: { name in … })
///     .store(in: &cancellables)
/// ```
///
/// - Each subscription sends the request anew, and not before its subscriber asks for a value: what has no demand holds the
///   request in memory, and no connection.
/// - Cancelling a subscription cancels its request, and nothing is delivered from then on. A request that is cancelled further
///   down, by its transport, fails with ``RequestErrorCode/cancelled``, as every other error ends the publisher.
/// - Values come one at a time and on no particular thread; `receive(on:)` brings them to one.
/// - What streams is read at the pace of its subscriber. One value is read ahead, so that the end and an error are published
///   when they come, without further demand.
public struct RequestPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let work: RequestSubscription<Output, Failure>.Work

    /// Sends the request when the subscriber asks for a value.
    ///
    /// - Parameter subscriber: Who gets the values.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: RequestSubscription(work, for: Downstream(AnySubscriber(subscriber))))
    }
}

extension RequestPublisher {
    /// Publishes one value.
    init(value: @escaping @Sendable () async throws(Failure) -> Output) {
        work = { subscription async throws(Failure) in
            subscription.deliver(try await value())
        }
    }

    /// Publishes the elements of a sequence that is made for each subscription.
    init<Elements: AsyncSequence & SendableMetatype>(
        elements: @escaping @Sendable () async throws(Failure) -> Elements
    ) where Elements.Element == Output, Elements.Failure == Failure, Elements.AsyncIterator: SendableMetatype {
        work = { subscription async throws(Failure) in
            var iterator = try await elements().makeAsyncIterator()
            while let element = try await iterator.next(isolation: #isolation), await subscription.isWanting() {
                subscription.deliver(element)
                // Cancelled by who got it: a sequence that does not look for that could wait for ever.
                if Task.isCancelled { return }
            }
        }
    }
}
#endif
