public import Foundation

/// Splits the body of a response into elements as it arrives: lines, events, the elements of an array.
///
/// ```swift
/// api.get(from: "/log").receiving(stream: .lines)
/// api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
/// api.get(from: "/events").receiving(stream: .serverSentEvents)
/// ```
///
/// Make a custom decoder as a static member that makes a ``StreamParser``, so that call sites read alike:
///
/// ```swift
/// extension StreamDecoder where Element == Data {
///     static var records: Self { StreamDecoder { _, _ in Records() } }
/// }
/// ```
public struct StreamDecoder<Element: Sendable>: Sendable {
    package typealias Step = @Sendable (Data?) -> StreamBatch<Element>

    /// The media type to ask for if the request has no Accept field.
    public let accept: MediaType?

    /// The statuses of a body with elements, whatever the request accepts; `nil` if the request decides.
    var acceptableStatus: StatusSet?

    /// Indicates whether caches must neither provide nor store the body.
    var bypassesCaches = false

    /// Makes the parser of one body.
    package let makeStep: @Sendable (ResponseHead, Coding, OutgoingRequest) throws(TransportError) -> Step

    /// Makes a decoder from a parser.
    ///
    /// - Parameters:
    ///   - accept: The media type to ask for if the request has no Accept field.
    ///   - makeParser: Makes the parser of a body from the head of the response and the coding of the API. An error that it
    ///     throws becomes the underlying error of ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    public init<Parser: StreamParser<Element>>(
        accept: MediaType? = nil, _ makeParser: @escaping @Sendable (ResponseHead, Coding) throws -> Parser
    ) {
        self.init(accept: accept) { head, coding, _ in try makeParser(head, coding) }
    }

    /// Makes a decoder from a parser that also depends on the request, or that leaves elements unmade.
    init<Parser: StreamParser<Element>>(
        accept: MediaType?, takingUnmade takeUnmade: ParserBox<Parser>.TakeUnmade? = nil,
        _ makeParser: @escaping @Sendable (ResponseHead, Coding, OutgoingRequest) throws -> Parser
    ) {
        self.accept = accept
        makeStep = { head, coding, request throws(TransportError) in
            do {
                let box = ParserBox(try makeParser(head, coding, request), takingUnmade: takeUnmade)
                return { box.step($0) }
            } catch {
                throw TransportError(parserError: error)
            }
        }
    }
}

extension StreamDecoder where Element == Data {
    /// The bytes as they arrive, in chunks of 1 byte to 64 KiB.
    public static var chunks: Self {
        StreamDecoder { _, _ in ChunkParser() }
    }
}

private struct ChunkParser: StreamParser {
    mutating func parse(_ chunk: Data, _ emit: (Data) throws -> Void) throws { try emit(chunk) }
}
