public import Foundation

/// How the body of an answer is cut into elements while it comes: lines, events, the elements of an array.
///
/// ```swift
/// api.get(from: "/log").receiving(stream: .lines)
/// api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
/// api.get(from: "/events").receiving(stream: .serverSentEvents)
/// ```
///
/// One of your own is a static member that makes a ``StreamParser``, so that call sites read alike:
///
/// ```swift
/// extension StreamDecoder where Element == Data {
///     static var records: Self { StreamDecoder { _, _ in Records() } }
/// }
/// ```
public struct StreamDecoder<Element: Sendable>: Sendable {
    typealias Step = @Sendable (Data?) -> StreamBatch<Element>

    /// The media type that is asked for where the request has no Accept of its own.
    public let accept: MediaType?

    /// The statuses of a body with elements, whatever the request accepts; `nil` leaves that to the request.
    var acceptableStatus: AcceptableStatus?

    /// Indicates whether a cache may neither give nor keep the body.
    var bypassesCaches = false

    /// Makes what parses one body.
    let makeStep: @Sendable (ResponseHead, Coding, OutgoingRequest) throws(TransportError) -> Step

    /// Makes a decoder of a parser.
    ///
    /// - Parameters:
    ///   - accept: The media type to ask for where the request has no Accept of its own.
    ///   - makeParser: Given the head of an answer and the coding of the API, makes the parser of its body. What it throws becomes
    ///     the underlying error of ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    public init<Parser: StreamParser<Element>>(
        accept: MediaType? = nil, _ makeParser: @escaping @Sendable (ResponseHead, Coding) throws -> Parser
    ) {
        self.init(accept: accept) { head, coding, _ in try makeParser(head, coding) }
    }

    /// Makes a decoder of a parser that looks at the request.
    init<Parser: StreamParser<Element>>(
        accept: MediaType?, _ makeParser: @escaping @Sendable (ResponseHead, Coding, OutgoingRequest) throws -> Parser
    ) {
        self.accept = accept
        makeStep = { head, coding, request throws(TransportError) in
            do {
                let box = ParserBox(try makeParser(head, coding, request))
                return { box.step($0) }
            } catch {
                throw TransportError(parserError: error)
            }
        }
    }
}

extension StreamDecoder where Element == Data {
    /// The bytes as they come, in chunks of 1 byte to 64 KiB.
    public static var chunks: Self {
        StreamDecoder { _, _ in ChunkParser() }
    }
}

private struct ChunkParser: StreamParser {
    mutating func parse(_ chunk: Data, _ emit: (Data) throws -> Void) throws { try emit(chunk) }
}
