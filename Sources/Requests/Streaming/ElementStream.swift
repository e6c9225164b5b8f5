/// A resource that arrives element by element: lines, events, JSON values.
///
/// ```swift
/// let ticks = api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
/// for try await tick in try await session.stream(ticks) { show(tick) }
/// ```
///
/// It's also the output type of streaming endpoints: a server makes it from a sequence.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
    /// The type of the error that ends the stream early.
    public typealias Failure = any Error

    private let elements: any AsyncSequence<Element, any Error> & Sendable

    /// Makes a stream from an asynchronous sequence, such as an `AsyncThrowingStream`.
    public init(_ elements: some AsyncSequence<Element, any Error> & Sendable) {
        self.elements = elements
    }

    /// Makes a stream from an asynchronous sequence that can't fail, such as an `AsyncStream`.
    public init(_ elements: some AsyncSequence<Element, Never> & Sendable) {
        self.init(elements.map { element throws in element })
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
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Element, any Error> {
        func iterator(of elements: some AsyncSequence<Element, any Error>) -> any AsyncIteratorProtocol<
            Element, any Error
        > {
            elements.makeAsyncIterator()
        }
        return ElementIterator(base: iterator(of: elements))
    }
}

private struct ElementIterator<Element: Sendable>: AsyncIteratorProtocol {
    var base: any AsyncIteratorProtocol<Element, any Error>

    mutating func next() async throws -> Element? { try await base.next(isolation: nil) }
}
