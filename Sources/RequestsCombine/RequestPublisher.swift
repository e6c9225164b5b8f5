#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
import Dispatch

/// Sends a request for each subscriber, and publishes the result.
///
/// ```swift
/// session.publisher(for: api.get(.json(User.self), from: "/users/ada"))
///     .map(\.name)
///     .sink(receiveCompletion: { completion in … }, receiveValue: { name in … })
///     .store(in: &cancellables)
/// ```
///
/// - Each subscription sends the request anew, once its subscriber requests a value. Without demand, a subscription
///   keeps the request in memory, but opens no connection.
/// - Cancelling a subscription cancels its request; nothing more is delivered. If the transport itself
///   cancels the request, the publisher fails with ``RequestErrorCode/cancelled``.
/// - Values arrive one at a time on a queue, by default on the main queue. So an app whose code is isolated to the main
///   actor can use the values directly.
/// - A stream is read at the pace of its subscriber, one value ahead. So the end of the stream, or an error, is published
///   immediately, even without further demand.
public struct RequestPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let work: RequestSubscription<Output, Failure>.Work
    /// The queue on which the subscriber receives values and the completion.
    let queue: DispatchQueue

    /// Sends the request once the subscriber requests a value.
    ///
    /// - Parameter subscriber: The receiver of the values.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(
            subscription: RequestSubscription(work, for: Downstream(AnySubscriber(subscriber)), on: queue))
    }
}

extension RequestPublisher {
    /// Publishes one value.
    init(on queue: DispatchQueue, value: @escaping @Sendable () async throws(Failure) -> Output) {
        self.queue = queue
        work = { subscription async throws(Failure) in
            await subscription.deliver(try await value())
        }
    }

    /// Publishes the results of a function, which is created for each subscription, until the function returns `nil`.
    init(
        on queue: DispatchQueue,
        elements: @escaping @Sendable () async throws(Failure) -> () async throws(Failure) -> Output?
    ) {
        self.queue = queue
        work = { subscription async throws(Failure) in
            let next = try await elements()
            while let element = try await next(), await subscription.isWanting() {
                await subscription.deliver(element)
                // The value's receiver cancelled the task. A sequence that doesn't check for cancellation could wait forever.
                if Task.isCancelled { return }
            }
        }
    }
}
#endif
