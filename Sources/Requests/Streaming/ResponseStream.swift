import Foundation

/// The elements of an answer, to be read once, while they come: `Transport.stream(_:)`.
///
/// ```swift
/// let events = try await session.stream(api.get(from: "/events").receiving(stream: .serverSentEvents))
/// events.head.status
/// for try await event in events { print(event.data) }
/// ```
///
/// Leaving the loop closes the connection. To read some elements, do something else, and read on, keep the iterator:
/// `var iterator = events.makeAsyncIterator()`.
public struct ResponseStream<Element: Sendable, Problem: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What reading throws: the error of the transport, ``RequestErrorCode/decodingFailed``,
    /// ``RequestErrorCode/responseTooLarge`` for an element over its limit, ``RequestErrorCode/cancelled``.
    public typealias Failure = RequestError<Problem>

    /// The head of the answer.
    public let head: ResponseHead

    private let source: StreamSource<Element>

    init(
        head: ResponseHead, body: MessageBody, step: @escaping StreamDecoder<Element>.Step, request: OutgoingRequest
    ) {
        self.head = head.hidingSecrets(of: request)
        source = StreamSource(head: self.head, body: body, step: step, request: request)
    }

    /// Begins to read.
    ///
    /// The first iterator gets the elements; another gets an error.
    ///
    /// - Returns: What reads the elements.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: StreamReader(source))
    }

    /// Reads the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        // What is in front of every element is inlined: without that, a line costs several times as much. The last comes
        // first, so that an element is moved out of the batch rather than copied.
        @usableFromInline var batch: [Element] = []
        private let reader: StreamReader<Element, Problem>

        fileprivate init(reader: StreamReader<Element, Problem>) {
            self.reader = reader
        }

        /// Waits for the next element.
        ///
        /// - Returns: The element; `nil` after the last, and after an error.
        /// - Throws: What ended the stream, after the elements that came before it.
        @inlinable
        public mutating func next() async throws(RequestError<Problem>) -> Element? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next element, on the actor of its caller; parsing and decoding are done elsewhere.
        ///
        /// - Parameter actor: The actor.
        /// - Returns: The element; `nil` after the last, and after an error.
        /// - Throws: What ended the stream, after the elements that came before it.
        @inlinable
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RequestError<Problem>) -> Element? {
            if let element = batch.popLast() { return element }
            // The elements that were read need no memory while the next ones are on their way.
            batch = []
            batch = try await refill(isolation: actor)
            batch.reverse()
            return batch.popLast()
        }

        @usableFromInline
        func refill(isolation actor: isolated (any Actor)?) async throws(RequestError<Problem>) -> [Element] {
            try await reader.next(isolation: actor)
        }
    }
}
