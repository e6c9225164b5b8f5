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
/// What it emits before it throws is delivered first. It is called by one task at a time, and not on the caller's actor.
public protocol StreamParser<Element>: Sendable {
    /// What it finds.
    associatedtype Element: Sendable

    /// Takes a chunk, and emits the elements that are complete with it.
    ///
    /// - Parameters:
    ///   - chunk: The bytes, at least one and at most 64 KiB; its first index is 0. Where it begins and ends is of no meaning: an
    ///     element may be torn anywhere.
    ///   - emit: Takes an element. Hand on what it throws.
    /// - Throws: What makes the rest of the body unreadable: it becomes the underlying error of
    ///   ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    mutating func parse(_ chunk: Data, _ emit: (Element) throws -> Void) throws

    /// Takes the end of the body, and emits what is complete with it. Does nothing by default.
    ///
    /// It is not called where the body breaks off.
    ///
    /// - Parameter emit: Takes an element. Hand on what it throws.
    /// - Throws: As ``parse(_:_:)``, where something is missing.
    mutating func finish(_ emit: (Element) throws -> Void) throws
}

extension StreamParser {
    /// Does nothing.
    public mutating func finish(_ emit: (Element) throws -> Void) throws {}
}

/// What a parser found, and why it found no more.
struct StreamBatch<Element: Sendable>: Sendable {
    var elements: [Element] = []
    var error: TransportError?
    /// Whether nothing comes behind these elements, whatever else the body has.
    var isLast = false
}

/// What a parser throws where the stream ends before the body does.
struct StreamEnd: Error {}

/// A parser that can be handed from thread to thread.
final class ParserBox<Parser: StreamParser>: Sendable {
    private let state: Guarded<(parser: Parser, count: Int)>

    init(_ parser: Parser) {
        state = Guarded((parser, 0))
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
            return StreamBatch(elements: elements, error: problem, isLast: isLast)
        }
    }
}
