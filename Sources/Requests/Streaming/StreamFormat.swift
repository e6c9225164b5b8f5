public import Foundation

/// A format of a streamed body, for reading and writing the body's elements: lines, events, JSON values.
///
/// ```swift
/// api.get(from: "/log").receiving(stream: .lines)
/// api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
/// api.get(from: "/events").receiving(stream: .serverSentEvents)
/// ```
///
/// To add a format, declare a static member that makes a ``StreamParser``:
///
/// ```swift
/// extension StreamFormat where Element == Data {
///     static var records: Self { StreamFormat { _, _ in Records() } }
/// }
/// ```
public struct StreamFormat<Element: Sendable>: Sendable {
    package typealias Step = @Sendable (Data?) -> StreamBatch<Element>

    /// The media type to request if the request contains no Accept field.
    package let accept: MediaType?

    /// The Content-Type of a body in this format.
    package var contentType: MediaType

    /// The accepted statuses, whatever the request accepts; `nil` if the request decides.
    var acceptableStatus: StatusSet?

    /// Indicates whether caches must neither provide nor store the body.
    var bypassesCaches = false

    /// Meaningless bytes that can be sent between two elements; `nil` for a format without such bytes.
    package var heartbeat: Data?

    /// Makes the parser of one body.
    package let makeStep: @Sendable (ResponseHead, Coding, OutgoingRequest) throws(TransportError) -> Step

    /// Writes one element; `nil` for a format that can only be read.
    let write: (@Sendable (Element, Coding) throws -> Data)?

    /// Makes a format from a parser.
    ///
    /// - Parameters:
    ///   - mediaType: The media type to request if the request contains no Accept field, and the Content-Type of a sent
    ///     body: `application/octet-stream` by default.
    ///   - write: Writes one element and its separator with the API's coding. By default, the format can only be read.
    ///   - makeParser: Makes the parser of a body from the response's head and the API's coding. An error that it throws becomes
    ///     the underlying error of ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    public init<Parser: StreamParser<Element>>(
        mediaType: MediaType? = nil, writing write: (@Sendable (Element, Coding) throws -> Data)? = nil,
        _ makeParser: @escaping @Sendable (ResponseHead, Coding) throws -> Parser
    ) {
        self.init(accept: mediaType, writing: write) { head, coding, _ in try makeParser(head, coding) }
    }

    /// Makes a format from a parser that also depends on the request, makes elements lazily, or reads more than elements.
    init<Parser: StreamParser<Element>>(
        accept: MediaType?, takingUnmade takeUnmade: ParserBox<Parser>.TakeUnmade? = nil,
        checkpoint: ParserBox<Parser>.Checkpoint? = nil,
        writing write: (@Sendable (Element, Coding) throws -> Data)?,
        _ makeParser: @escaping @Sendable (ResponseHead, Coding, OutgoingRequest) throws -> Parser
    ) {
        self.accept = accept
        contentType = accept ?? .octetStream
        self.write = write
        makeStep = { head, coding, request throws(TransportError) in
            do {
                let box = ParserBox(
                    try makeParser(head, coding, request), takingUnmade: takeUnmade, checkpoint: checkpoint)
                return { box.step($0) }
            } catch {
                throw TransportError(parserError: error)
            }
        }
    }

    /// Returns a body of elements.
    package func body<Elements: AsyncSequence & Sendable>(
        of elements: Elements, coding: Coding
    ) throws(TransportError) -> MessageBody where Elements.Element == Element {
        guard let write else {
            throw TransportError(unwritable: "the stream can't be sent, because the stream format can't write elements")
        }
        return MessageBody(elements.map { element throws in try write(element, coding) })
    }

    /// Returns all elements of a body.
    func elements(of data: Data, _ head: ResponseHead, coding: Coding) throws -> [Element] {
        let step = try makeStep(head, coding, OutgoingRequest(urlText: head.urlText))
        let batches = data.isEmpty ? [step(nil)] : [step(data), step(nil)]
        if let error = batches.lazy.compactMap(\.error).first { throw error }
        return batches.flatMap(\.allElements)
    }
}

extension StreamFormat where Element == Data {
    /// The bytes as they arrive, in chunks of 1 byte to 64 KiB.
    public static var chunks: Self {
        StreamFormat(writing: { chunk, _ in chunk }) { _, _ in ChunkParser() }
    }
}

private struct ChunkParser: StreamParser {
    mutating func parse(_ chunk: Data, _ emit: (Data) throws -> Void) throws { try emit(chunk) }
}

extension TransportError {
    /// Makes the error for an element that can't be written.
    init(unwritable message: String) {
        self.init(code: .bodyEncodingFailed, message: message)
    }
}

extension Coding {
    /// Returns an element as JSON.
    func streamJSON(of element: some Sendable) throws -> Data {
        guard let element = element as? any Encodable else {
            throw TransportError(unwritable: "\(type(of: element)) isn't Encodable, so the stream can't be sent")
        }
        return try jsonData(from: element)
    }
}
