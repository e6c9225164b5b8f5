public import Foundation

/// A state machine that finds the elements of a body in its chunks, and never waits.
///
/// ```swift
/// struct Records: StreamParser {
///     private var pending = Data()
///
///     mutating func parse(_ chunk: Data, _ emit: (Data) throws -> Void) throws {
///         pending += chunk
///         while pending.count >= 16 {
///             try emit(Data(pending.prefix(16)))
///             pending = Data(pending.dropFirst(16))
///         }
///     }
///
///     mutating func finish(_ emit: (Data) throws -> Void) throws {
///         if !pending.isEmpty { throw Torn() }
///     }
/// }
/// ```
///
/// Elements that the parser emits before it throws are still delivered. Only one task calls the parser at a time, never
/// on the caller's actor.
public protocol StreamParser<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Parses a chunk, and emits the elements that are then complete.
    ///
    /// - Parameters:
    ///   - chunk: From 1 byte to 64 KiB; the first index is 0. Chunks can begin and end anywhere, even inside an
    ///     element.
    ///   - emit: Receives an element. Rethrow its errors.
    /// - Throws: An error if the rest of the body can't be read. The error becomes the underlying error of
    ///   ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    mutating func parse(_ chunk: Data, _ emit: (Element) throws -> Void) throws

    /// Handles the end of the body, and emits the elements that are then complete. Does nothing by default.
    ///
    /// This function isn't called if the body is incomplete.
    ///
    /// - Parameter emit: Receives an element. Rethrow its errors.
    /// - Throws: An error if the last element is incomplete, treated like those of ``parse(_:_:)``.
    mutating func finish(_ emit: (Element) throws -> Void) throws
}

extension StreamParser {
    /// Does nothing.
    public mutating func finish(_ emit: (Element) throws -> Void) throws {}
}

/// The elements that a parser found in a chunk, and the error after them.
package struct StreamBatch<Element: Sendable>: Sendable {
    var elements: [Element]
    /// The elements after ``elements``; they are made when they are read.
    var unmade: UnmadeElements<Element>?
    package var error: TransportError?
    /// The identifier and the reconnection time; `nil` for most formats.
    var checkpoint: StreamCheckpoint?
    /// Indicates whether these elements are the last, whatever follows in the body.
    var isLast: Bool

    /// No elements.
    static var none: Self { StreamBatch(elements: [], isLast: false) }

    /// The batch after the last element.
    static var end: Self { StreamBatch(elements: [], isLast: true) }

    /// All elements, including the unmade ones.
    package var allElements: [Element] {
        guard let unmade else { return elements }
        var made: [Element] = []
        unmade.make(0..<unmade.count, &made)
        return elements + made.reversed()
    }

    /// Returns a function's result for the last element for which the result isn't `nil`.
    func last<Result>(_ transform: (Element) -> Result?) -> Result? {
        var index = unmade?.count ?? 0
        var made: [Element] = []
        while index > 0 {
            index -= 1
            made.removeAll(keepingCapacity: true)
            unmade?.make(index..<(index + 1), &made)
            if let result = made.first.flatMap(transform) { return result }
        }
        for element in elements.reversed() { if let result = transform(element) { return result } }
        return nil
    }
}

/// The elements found in a chunk, which are made when they are read.
///
/// New elements reuse the memory of elements that were already read and released. Making all elements of a chunk at
/// once would double the time for allocations.
struct UnmadeElements<Element: Sendable>: Sendable {
    /// The number of elements.
    let count: Int

    /// Appends the elements in a range, the last one first.
    let make: @Sendable (_ range: Range<Int>, _ elements: inout [Element]) -> Void
}

/// The error that a parser throws to end the stream before the body ends.
struct StreamEnd: Error {}

/// A parser that can be passed between threads.
final class ParserBox<Parser: StreamParser>: Sendable {
    typealias TakeUnmade = @Sendable (inout Parser) -> UnmadeElements<Parser.Element>?
    typealias Checkpoint = @Sendable (borrowing Parser) -> StreamCheckpoint

    private let state: Guarded<(parser: Parser, count: Int)>
    private let takeUnmade: TakeUnmade?
    private let checkpoint: Checkpoint?

    /// Makes a box; `takeUnmade` returns the elements of the last chunk that were not emitted.
    init(_ parser: Parser, takingUnmade takeUnmade: TakeUnmade? = nil, checkpoint: Checkpoint? = nil) {
        state = Guarded((parser, 0))
        self.takeUnmade = takeUnmade
        self.checkpoint = checkpoint
    }

    /// Parses a chunk, or the end of the body for `nil`.
    func step(_ chunk: Data?) -> StreamBatch<Parser.Element> {
        state.withLock { state in
            var elements: [Parser.Element] = []
            // A chunk contains about as many elements as the chunk before it.
            elements.reserveCapacity(state.count)
            var problem: TransportError?
            var isLast = false
            do {
                if let chunk {
                    try state.parser.parse(chunk) { elements.append($0) }
                } else {
                    try state.parser.finish { elements.append($0) }
                }
            } catch is StreamEnd {
                isLast = true
            } catch {
                problem = TransportError(parserError: error)
            }
            state.count = elements.count
            return StreamBatch(
                elements: elements, unmade: takeUnmade?(&state.parser), error: problem,
                checkpoint: checkpoint?(state.parser), isLast: isLast)
        }
    }
}
