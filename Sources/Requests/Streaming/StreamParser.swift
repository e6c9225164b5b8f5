public import Foundation

/// Finds the elements of a body in its chunks: a state machine that never waits.
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
/// Elements that it emits before it throws are delivered first. Only one task calls it at a time, and not on the caller's actor.
public protocol StreamParser<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Takes a chunk, and emits the elements that it completes.
    ///
    /// - Parameters:
    ///   - chunk: The bytes, at least one and at most 64 KiB; the first index is 0. Chunks can begin and end anywhere, also
    ///     inside an element.
    ///   - emit: Takes an element. Pass on the errors that it throws.
    /// - Throws: An error if the rest of the body can't be read: it becomes the underlying error of
    ///   ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    mutating func parse(_ chunk: Data, _ emit: (Element) throws -> Void) throws

    /// Takes the end of the body, and emits the elements that it completes. Does nothing by default.
    ///
    /// It is not called if the body breaks off.
    ///
    /// - Parameter emit: Takes an element. Pass on the errors that it throws.
    /// - Throws: As ``parse(_:_:)``, if something is missing.
    mutating func finish(_ emit: (Element) throws -> Void) throws
}

extension StreamParser {
    /// Does nothing.
    public mutating func finish(_ emit: (Element) throws -> Void) throws {}
}

/// The elements that a parser found, and the reason why it found no more.
package struct StreamBatch<Element: Sendable>: Sendable {
    var elements: [Element] = []
    /// The elements after these, which are made when they are read.
    var unmade: UnmadeElements<Element>?
    package var error: TransportError?
    /// Indicates whether these elements are the last, whatever follows in the body.
    var isLast = false

    /// All elements, made at once.
    package var allElements: [Element] {
        guard let unmade else { return elements }
        var made: [Element] = []
        unmade.make(0..<unmade.count, &made)
        return elements + made.reversed()
    }
}

/// Elements that were found in a chunk, and are made when they are read.
///
/// Elements that are released before the next ones are made leave their memory to them. If all elements of a chunk are made at
/// once, allocating takes twice as long.
struct UnmadeElements<Element: Sendable>: Sendable {
    /// The number of elements.
    let count: Int

    /// Appends the elements in a range, the last one first.
    let make: @Sendable (_ range: Range<Int>, _ elements: inout [Element]) -> Void
}

/// The error that a parser throws if the stream ends before the body.
struct StreamEnd: Error {}

/// A parser that can be passed between threads.
final class ParserBox<Parser: StreamParser>: Sendable {
    typealias TakeUnmade = @Sendable (inout Parser) -> UnmadeElements<Parser.Element>?

    private let state: Guarded<(parser: Parser, count: Int)>
    private let takeUnmade: TakeUnmade?

    /// Makes a box; the function takes the elements of the last chunk that come after the emitted ones.
    init(_ parser: Parser, takingUnmade takeUnmade: TakeUnmade? = nil) {
        state = Guarded((parser, 0))
        self.takeUnmade = takeUnmade
    }

    /// Parses a chunk; `nil` is the end of the body.
    func step(_ chunk: Data?) -> StreamBatch<Parser.Element> {
        state.withLock { state in
            var elements: [Parser.Element] = []
            // A chunk has about as many elements as the one before it.
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
                elements: elements, unmade: takeUnmade?(&state.parser), error: problem, isLast: isLast)
        }
    }
}
