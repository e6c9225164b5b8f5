public import Foundation
public import Requests

/// The output of an endpoint that arrives element by element: lines, events, JSON values.
///
/// ```swift
/// @GET("/ticks/{symbol}") var ticks: Endpoint<Symbol, ElementStream<Tick>>
///
/// // client
/// for try await tick in try await session.stream(api.request(\.ticks, Symbol(symbol: "AAPL"))) { show(tick) }
///
/// // server
/// .on(\.ticks) { input in ElementStream(exchange.ticks(of: input.symbol)) }
/// ```
public struct ElementStream<Element: StreamElement>: AsyncSequence, Sendable {
    /// The type of the errors that end the elements early.
    public typealias Failure = any Error

    private let elements: any AsyncSequence<Element, any Error> & Sendable

    /// Makes a stream of elements that come one after the other, such as an `AsyncThrowingStream`.
    public init(_ elements: some AsyncSequence<Element, any Error> & Sendable) {
        self.elements = elements
    }

    /// Makes a stream of elements that can't fail, such as an `AsyncStream`.
    public init(_ elements: some AsyncSequence<Element, Never> & Sendable) {
        self.init(elements.map { element throws in element })
    }

    /// Makes a stream of elements that already exist.
    public init(_ elements: [Element]) {
        self.init(
            AsyncStream { continuation in
                for element in elements { continuation.yield(element) }
                continuation.finish()
            }
        )
    }

    /// Begins to read.
    ///
    /// - Returns: An iterator over the elements.
    public func makeAsyncIterator() -> AsyncIterator {
        func iterator(of elements: some AsyncSequence<Element, any Error>) -> any AsyncIteratorProtocol<
            Element, any Error
        > {
            elements.makeAsyncIterator()
        }
        return AsyncIterator(base: iterator(of: elements))
    }

    /// Reads the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: any AsyncIteratorProtocol<Element, any Error>

        /// Waits for the next element.
        ///
        /// - Returns: The element; `nil` after the last.
        /// - Throws: The error that ended the stream.
        public mutating func next() async throws -> Element? {
            try await base.next(isolation: nil)
        }
    }
}

/// A type of elements that a stream can have.
///
/// A `String` is a line, `Data` is bytes as they arrive, and ``/Requests/ServerSentEvent`` is an event of
/// `text/event-stream`. Any `Codable` type that conforms is a JSON value on each line.
///
/// ```swift
/// struct Tick: Codable, StreamElement { … }
/// ```
public protocol StreamElement: Sendable {
    /// Converts elements to a body, and a body to elements.
    static var streamFormat: StreamFormat<Self> { get }
}

extension StreamElement where Self: Codable {
    /// One JSON value per line.
    public static var streamFormat: StreamFormat<Self> { .jsonLines }
}

extension String: StreamElement {
    /// Lines.
    public static var streamFormat: StreamFormat<String> { .lines }
}

extension Data: StreamElement {
    /// Bytes as they arrive.
    public static var streamFormat: StreamFormat<Data> { .chunks }
}

extension ServerSentEvent: StreamElement where Payload: Codable {
    /// Events with text or JSON as their data.
    public static var streamFormat: StreamFormat<ServerSentEvent<Payload>> { .serverSentEvents() }
}
