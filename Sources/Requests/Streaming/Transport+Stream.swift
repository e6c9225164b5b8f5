import Foundation

extension Transport {
    /// Sends a request, and returns the elements of its response as they arrive.
    ///
    /// ```swift
    /// let ticks = try await session.stream(api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self)))
    /// for try await tick in ticks { show(tick) }
    /// ```
    ///
    /// The request's decoder must be ``ResponseDecoder/stream(_:)``. ``perform(_:)`` also accepts such a request, but
    /// reads all elements before it returns.
    ///
    /// The function returns when the response's head has arrived. A failed response isn't streamed, but decoded as the
    /// API's failure, as in ``perform(_:)``. The next chunk of the body is requested only after the elements of the
    /// previous chunk have been read. Leaving the loop, cancelling its task, or releasing the returned stream closes
    /// the connection.
    ///
    /// The request's timeout applies between chunks: set ``Request/timeout(after:)`` to more than the longest silence.
    /// The body may have any length, but ``TransportPolicy/totalTimeout`` limits its duration.
    ///
    /// - Parameter request: The request.
    /// - Returns: The elements.
    /// - Throws: The errors of ``perform(_:)``.
    @concurrent
    public func stream<R: RequestConvertible, Element>(
        _ request: R
    ) async throws(RequestError<R.Failure>) -> ResponseStream<Element, R.Failure>
    where R.Resource == ElementStream<Element> {
        do throws(RequestError<R.Failure>) {
            return try await opened(request)
        } catch {
            throw request.replacement(for: error)
        }
    }

    private func opened<R: RequestConvertible, Element>(
        _ request: R
    ) async throws(RequestError<R.Failure>) -> ResponseStream<Element, R.Failure>
    where R.Resource == ElementStream<Element> {
        guard let rules = request.options.reconnection(of: Element.self) else {
            return ResponseStream(try await connected(request))
        }
        var reconnector = Reconnector<Element, R.Failure>(rules) { position async throws(RequestError<R.Failure>) in
            let request = (request as? any Continuable)?.continued(at: position) as? R ?? request
            return try await connected(request, for: rules)
        }
        return ResponseStream(try await reconnector.first(), reconnector)
    }

    /// Makes one connection.
    private func connected<R: RequestConvertible, Element>(
        _ request: R, for reconnection: Reconnection<Element>? = nil
    ) async throws(RequestError<R.Failure>) -> StreamSource<Element>
    where R.Resource == ElementStream<Element> {
        var message = try request.resolve()
        // Decorators must not retry a message that the stream repeats, because the numbers of attempts would be
        // multiplied.
        if let reconnection { message.context.retriedStatuses = reconnection.policy.statuses }
        message.beginCall()
        let progress = message.countProgress(for: nil)
        var head: ResponseHead?
        do {
            let format: StreamFormat<Element> = try request.responseDecoder.streamFormat()
            let response = try await send(message)
            head = response.head
            progress?.responseBegan()
            let accepted = format.acceptableStatus ?? request.acceptableStatus
            if let reconnection, response.head.status == .noContent {
                let batch: StreamBatch<Element> = reconnection.isEnd(response.head) ? .end : .none
                return StreamSource(
                    head: response.head, body: MessageBody(Data()), step: { _ in batch }, request: message)
            }
            guard accepted.contains(response.head.status) else {
                // Don't read a successful response: it may be a stream that never ends.
                let isFailure = !response.head.status.isSuccess
                let data = isFailure ? try await response.collect(for: message) : Data()
                throw request.unacceptableStatus(of: response.head, data, for: message, accepting: accepted)
            }
            message.context.reading = .elements
            return StreamSource(
                head: response.head,
                body: response.body.counted(by: progress, of: response.head, for: message),
                step: try format.makeStep(response.head, request.coding, message),
                request: message
            )
        } catch let error as RequestError<R.Failure> where error.request != nil {
            throw error
        } catch {
            throw TransportError(anyError: error).with(request: message, head: head)
        }
    }
}
