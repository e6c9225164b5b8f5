import Foundation

/// The elements of a response, to be read once, as they arrive: `Transport.stream(_:)`.
///
/// ```swift
/// let events = try await session.stream(api.get(from: "/events").receiving(stream: .serverSentEvents))
/// events.head.status
/// for try await event in events { print(event.data) }
/// ```
///
/// Leaving the loop closes the connection. To read some elements, do something else, and continue, keep the iterator:
/// `var iterator = events.makeAsyncIterator()`.
public struct ResponseStream<Element: Sendable, APIFailure: Decodable & Sendable>: AsyncSequence, Sendable {
    /// The error of reading.
    ///
    /// It is an error of the transport, ``RequestErrorCode/decodingFailed``, ``RequestErrorCode/responseTooLarge`` for an element
    /// over its limit, or ``RequestErrorCode/cancelled``.
    public typealias Failure = RequestError<APIFailure>

    /// The head of the response.
    public let head: ResponseHead

    private let source: StreamSource<Element>

    init(
        head: ResponseHead, body: MessageBody, step: @escaping StreamFormat<Element>.Step, request: OutgoingRequest
    ) {
        self.head = head.hidingSecrets(of: request)
        source = StreamSource(head: self.head, body: body, step: step, request: request)
    }

    /// Begins to read.
    ///
    /// The first iterator gets the elements; any other gets an error.
    ///
    /// - Returns: An iterator over the elements.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: StreamReader(source))
    }

    /// Reads the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        // The code before each element is inlined: without that, a line costs several times as much. The last element comes first
        // in the array, so that an element is moved out of the batch rather than copied.
        @usableFromInline var batch: [Element] = []
        private let reader: StreamReader<Element, APIFailure>

        fileprivate init(reader: StreamReader<Element, APIFailure>) {
            self.reader = reader
        }

        /// Waits for the next element, on the actor of its caller; parsing and decoding run elsewhere.
        ///
        /// - Parameter actor: The actor.
        /// - Returns: The element; `nil` after the last, and after an error.
        /// - Throws: The error that ended the stream, after the elements before it.
        @inlinable
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RequestError<APIFailure>) -> Element? {
            if let element = batch.popLast() { return element }
            makeElements()
            if let element = batch.popLast() { return element }
            // The elements that were read release their memory before the next ones arrive.
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
