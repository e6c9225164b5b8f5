#if canImport(Combine) || OpenCombine
public import Foundation
public import Requests

extension Transport {
    /// Publishes the resource of a request, which is sent anew for each subscription.
    ///
    /// ```swift
    /// session.publisher(for: api.get(.json(User.self), from: "/users/ada"))
    ///     .sink(receiveCompletion: { completion in … }, receiveValue: { user in … })
    ///     .store(in: &cancellables)
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - callbackQueue: The queue on which the subscriber receives values, one at a time. The default is the main queue.
    /// - Returns: A publisher of one value, which fails like `perform(_:)`.
    public func publisher<R: RequestConvertible>(
        for request: R, callbackQueue: DispatchQueue = .main
    ) -> RequestPublisher<R.Resource, RequestError<R.Failure>> {
        RequestPublisher(
            on: callbackQueue,
            value: { () async throws(RequestError<R.Failure>) in
                try await perform(request)
            })
    }

    /// Publishes the resource of a request and the head of its response.
    ///
    /// ```swift
    /// session.responsePublisher(for: request).map { head, user in (user, head.header["ETag"]) }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request, which is sent anew for each subscription.
    ///   - callbackQueue: The queue on which the subscriber receives values, one at a time. The default is the main queue.
    /// - Returns: A publisher of one value, which fails like `response(for:)`.
    public func responsePublisher<R: RequestConvertible>(
        for request: R, callbackQueue: DispatchQueue = .main
    ) -> RequestPublisher<(head: ResponseHead, resource: R.Resource), RequestError<R.Failure>> {
        RequestPublisher(
            on: callbackQueue,
            value: { () async throws(RequestError<R.Failure>) in
                try await response(for: request)
            })
    }

    /// Publishes the elements of a response while they arrive, no faster than the subscriber requests them.
    ///
    /// ```swift
    /// session.publisher(streaming: api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self)))
    ///     .prefix(10)
    ///     .sink(receiveCompletion: { completion in … }, receiveValue: { tick in … })
    ///     .store(in: &cancellables)
    /// ```
    ///
    /// Cancelling the subscription closes the connection.
    ///
    /// - Parameters:
    ///   - request: The request, which is sent anew for each subscription.
    ///   - callbackQueue: The queue on which the subscriber receives values, one at a time. The default is the main queue.
    /// - Returns: A publisher of the elements, which fails like `stream(_:)` or like reading its elements.
    public func publisher<R: RequestConvertible, Element>(
        streaming request: R, callbackQueue: DispatchQueue = .main
    ) -> RequestPublisher<Element, RequestError<R.Failure>> where R.Resource == ElementStream<Element> {
        RequestPublisher(
            on: callbackQueue,
            elements: { () async throws(RequestError<R.Failure>) in
                var elements = try await stream(request).makeAsyncIterator()
                return { () async throws(RequestError<R.Failure>) in try await elements.next() }
            })
    }

    /// Publishes pages or their items; pages are requested one by one, at most one ahead of the subscriber.
    ///
    /// - Parameters:
    ///   - pages: The pages or their items. Each subscription starts with the same page.
    ///   - callbackQueue: The queue on which the subscriber receives values, one at a time. The default is the main queue.
    /// - Returns: A publisher of the elements, which fails like `stream(_:)`.
    public func publisher<API, Resource, Element>(
        streaming pages: PagedRequest<API, Resource, Element>, callbackQueue: DispatchQueue = .main
    ) -> RequestPublisher<Element, RequestError<API.Failure>> {
        RequestPublisher(
            on: callbackQueue,
            elements: { () async throws(RequestError<API.Failure>) in
                var elements = stream(pages).makeAsyncIterator()
                return { () async throws(RequestError<API.Failure>) in try await elements.next() }
            })
    }

    /// Publishes the events of a request: its progress, and finally the resource.
    ///
    /// A slow subscriber only receives the latest progress, and doesn't slow down the transfer.
    ///
    /// - Parameters:
    ///   - request: The request, which is sent anew for each subscription.
    ///   - callbackQueue: The queue on which the subscriber receives values, one at a time. The default is the main queue.
    /// - Returns: A publisher of the events, which fails like `perform(_:)`.
    public func publisher<R: RequestConvertible>(
        forEventsOf request: R, callbackQueue: DispatchQueue = .main
    ) -> RequestPublisher<TransferEvent<R.Resource>, RequestError<R.Failure>> {
        RequestPublisher(
            on: callbackQueue,
            elements: { () async throws(RequestError<R.Failure>) in
                var elements = events(of: request).makeAsyncIterator()
                return { () async throws(RequestError<R.Failure>) in try await elements.next() }
            })
    }

    /// Publishes the events of a download, as `events(ofDownloading:to:resuming:)` returns them.
    ///
    /// ```swift
    /// session.publisher(forEventsOfDownloading: request, to: file)
    ///     .sink(receiveCompletion: { completion in … }, receiveValue: { event in … })
    ///     .store(in: &cancellables)
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request, which is sent anew for each subscription.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this download fails.
    ///   - callbackQueue: The queue on which the subscriber receives values, one at a time. The default is the main queue.
    /// - Returns: A publisher of the events, which fails like the download.
    public func publisher<R: RequestConvertible>(
        forEventsOfDownloading request: R, to destination: URL, resuming isResuming: Bool = false,
        callbackQueue: DispatchQueue = .main
    ) -> RequestPublisher<TransferEvent<URL>, RequestError<R.Failure>> {
        RequestPublisher(
            on: callbackQueue,
            elements: { () async throws(RequestError<R.Failure>) in
                var elements = events(ofDownloading: request, to: destination, resuming: isResuming).makeAsyncIterator()
                return { () async throws(RequestError<R.Failure>) in try await elements.next() }
            })
    }
}
#endif
