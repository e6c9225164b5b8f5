import Foundation

extension Transport {
    /// Sends a request, and returns the elements of its response, to be read as they arrive.
    ///
    /// ```swift
    /// let ticks = try await session.stream(api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self)))
    /// for try await tick in ticks { show(tick) }
    /// ```
    ///
    /// It returns when the head of the response has arrived. A response that is not a success is not streamed: it is decoded as
    /// the failure of the API, as ``perform(_:)`` does. The next chunk of the body is requested after the elements of the last
    /// one were read. Leaving the loop, cancelling its task, or releasing the returned stream closes the connection.
    ///
    /// The timeout of the request applies between chunks: set ``Request/timeout(after:)`` to more than the longest silence. The
    /// body may have any length, and take as long as ``TransportPolicy/totalTimeout``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The elements.
    /// - Throws: As ``perform(_:)``.
    @concurrent
    public func stream<R: RequestConvertible, Element>(
        _ request: StreamingRequest<R, Element>
    ) async throws(RequestError<R.Failure>) -> ResponseStream<Element, R.Failure> {
        do throws(RequestError<R.Failure>) {
            return try await opened(request)
        } catch {
            throw request.request.replacement(for: error)
        }
    }

    private func opened<R: RequestConvertible, Element>(
        _ request: StreamingRequest<R, Element>
    ) async throws(RequestError<R.Failure>) -> ResponseStream<Element, R.Failure> {
        var message = try request.resolve()
        message.beginCall()
        let progress = message.countProgress(for: nil)
        let base = request.request
        var head: ResponseHead?
        do {
            let response = try await send(message)
            head = response.head
            progress?.responseBegan()
            let accepted = request.decoder.acceptableStatus ?? base.acceptableStatus
            guard accepted.contains(response.head.status) else {
                // The body of a success is also a stream, and may never end.
                let isFailure = !response.head.status.isSuccess
                let data = isFailure ? try await response.collect(for: message) : Data()
                throw base.unacceptableStatus(of: response.head, data, for: message, accepting: accepted)
            }
            message.context.reading = .elements
            return ResponseStream(
                head: response.head,
                body: response.body.counted(by: progress, of: response.head, for: message),
                step: try request.decoder.makeStep(response.head, base.coding, message),
                request: message
            )
        } catch let error as RequestError<R.Failure> where error.request != nil {
            throw error
        } catch {
            throw TransportError(anyError: error).with(request: message, head: head)
        }
    }
}
