#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// Sends a request for each subscriber, and publishes the result.
///
/// ```swift
/// session.publisher(for: api.get(.json(User.self), from: "/users/ada"))
///     .map(\.name)
///     .receive(on: DispatchQueue.main)
///     .sink(receiveCompletion: { completion in … }, receiveValue: { name in … })
///     .store(in: &cancellables)
/// ```
///
/// - Each subscription sends the request anew, when its subscriber asks for a value. Without demand, a subscription holds the request
///   in memory, but no connection.
/// - Cancelling a subscription cancels its request. Nothing is delivered from then on. If the transport cancels the request, the
///   publisher fails with ``RequestErrorCode/cancelled``, as with any other error.
/// - Values come one at a time and on no particular thread. Use `receive(on:)` to get them on a scheduler.
/// - A stream is read at the pace of its subscriber. One value is read ahead. So the end or an error is published as soon as it comes,
///   without further demand.
public struct RequestPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let work: RequestSubscription<Output, Failure>.Work

    /// Sends the request when the subscriber asks for a value.
    ///
    /// - Parameter subscriber: The receiver of the values.
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
                // The receiver of the value cancelled the task. A sequence that does not check for cancellation could wait for ever.
                if Task.isCancelled { return }
            }
        }
    }
}
#endif
