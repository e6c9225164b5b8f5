/// A resource that arrives element by element: lines, events, JSON values.
///
/// ```swift
/// let ticks = api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
/// for try await tick in try await session.stream(ticks) { show(tick) }
/// ```
///
/// It's also the output type of streaming endpoints: a server makes the stream from a sequence.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
    /// The type of the error that ends the stream early.
    public typealias Failure = any Error

    private let makeIterator: @Sendable () -> any HiddenIterator<Element>

    /// Makes a stream from an asynchronous sequence, such as an `AsyncThrowingStream`.
    public init<Elements: AsyncSequence & Sendable>(_ elements: Elements) where Elements.Element == Element {
        makeIterator = { IteratorBox(base: elements.makeAsyncIterator()) }
    }

    /// Makes a stream from an array of elements.
    public init(_ elements: [Element]) {
        self.init(
            AsyncStream { continuation in
                for element in elements { continuation.yield(element) }
                continuation.finish()
            }
        )
    }

    /// Starts reading.
    ///
    /// - Returns: An iterator over the elements.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: makeIterator()) }

    /// Reads the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: any HiddenIterator<Element>

        /// Waits for the next element.
        ///
        /// - Returns: The element; `nil` after the last one.
        /// - Throws: The error that ends the stream early.
        public mutating func next() async throws -> Element? { try await base.next() }
    }
}
