import Foundation

/// The elements of a response as they arrive, from `Transport.stream(_:)`; they can be read only once.
///
/// ```swift
/// let events = try await session.stream(api.get(from: "/events").receiving(stream: .serverSentEvents))
/// events.head.status
/// for try await event in events { print(event.data) }
/// ```
///
/// Leaving the loop closes the connection. To pause reading and continue later, keep the iterator:
/// `var iterator = events.makeAsyncIterator()`.
public struct ResponseStream<Element: Sendable, APIFailure: Sendable>: AsyncSequence, Sendable {
    /// The error that reading throws.
    ///
    /// Its code is that of a transport error, ``RequestErrorCode/decodingFailed``,
    /// ``RequestErrorCode/responseTooLarge`` for an element above its limit, or ``RequestErrorCode/cancelled``.
    public typealias Failure = RequestError<APIFailure>

    /// The head of the response; for a stream that reconnects, the head of the first response.
    public let head: ResponseHead

    private let source: StreamSource<Element>
    private let reconnector: Reconnector<Element, APIFailure>?

    init(_ source: StreamSource<Element>, _ reconnector: Reconnector<Element, APIFailure>? = nil) {
        head = source.head
        self.source = source
        self.reconnector = reconnector
    }

    /// Starts reading.
    ///
    /// The first iterator returns the elements; any other throws an error.
    ///
    /// - Returns: An iterator over the elements.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: StreamReader(source, reconnector))
    }

    /// Reads the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        // The code that returns an element of the batch is inlined; otherwise, reading a line would take several times
        // as long. The batch is reversed, so that elements are moved out of the array, not copied.
        @usableFromInline var batch: [Element] = []
        private let reader: StreamReader<Element, APIFailure>

        fileprivate init(reader: StreamReader<Element, APIFailure>) {
            self.reader = reader
        }

        /// Waits for the next element.
        ///
        /// - Returns: The element; `nil` after the last one, or after an error.
        /// - Throws: The error that ended the stream, after all elements before the error have been returned.
        @inlinable
        public mutating func next() async throws(RequestError<APIFailure>) -> Element? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next element on the caller's actor; parsing and decoding run elsewhere.
        ///
        /// - Parameter actor: The actor.
        /// - Returns: The element; `nil` after the last one, or after an error.
        /// - Throws: The error that ended the stream, after all elements before the error have been returned.
        @inlinable
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RequestError<APIFailure>) -> Element? {
            if let element = batch.popLast() { return element }
            makeElements()
            if let element = batch.popLast() { return element }
            // Release the memory of the read elements before the next ones arrive.
            batch = []
            batch = try await refill(isolation: actor)
            batch.reverse()
            return batch.popLast()
        }

        @usableFromInline
        mutating func makeElements() { reader.makeElements(&batch) }

        @usableFromInline
        func refill(isolation actor: isolated (any Actor)?) async throws(RequestError<APIFailure>) -> [Element] {
            try await reader.next(isolation: actor)
        }
    }
}
