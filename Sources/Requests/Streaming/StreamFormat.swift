public import Foundation

/// Splits a body into elements as it arrives, and writes elements to a body: lines, events, JSON values.
///
/// ```swift
/// api.get(from: "/log").receiving(stream: .lines)
/// api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
/// api.get(from: "/events").receiving(stream: .serverSentEvents)
/// ```
///
/// Make a custom format as a static member that makes a ``StreamParser``, so that call sites read alike:
///
/// ```swift
/// extension StreamFormat where Element == Data {
///     static var records: Self { StreamFormat { _, _ in Records() } }
/// }
/// ```
public struct StreamFormat<Element: Sendable>: Sendable {
    package typealias Step = @Sendable (Data?) -> StreamBatch<Element>

    /// The media type to ask for if the request has no Accept field.
    package let accept: MediaType?

    /// The media type of a body with elements, for Content-Type.
    package var contentType: MediaType

    /// The statuses of a body with elements, whatever the request accepts; `nil` if the request decides.
    var acceptableStatus: StatusSet?

    /// Indicates whether caches must neither provide nor store the body.
    var bypassesCaches = false

    /// Makes the parser of one body.
    package let makeStep: @Sendable (ResponseHead, Coding, OutgoingRequest) throws(TransportError) -> Step

    /// Writes one element; `nil` if the format can't be written.
    let write: (@Sendable (Element, Coding) throws -> Data)?

    /// Makes a format from a parser.
    ///
    /// - Parameters:
    ///   - mediaType: The media type to ask for if the request has no Accept field, and the Content-Type of a body:
    ///     `application/octet-stream` by default.
    ///   - write: Writes one element, with its separator, by the coding of the API. By default, the format can only be read.
    ///   - makeParser: Makes the parser of a body from the head of the response and the coding of the API. An error that it
    ///     throws becomes the underlying error of ``RequestErrorCode/decodingFailed``; a ``TransportError`` keeps its code.
    public init<Parser: StreamParser<Element>>(
        mediaType: MediaType? = nil, writing write: (@Sendable (Element, Coding) throws -> Data)? = nil,
        _ makeParser: @escaping @Sendable (ResponseHead, Coding) throws -> Parser
    ) {
        self.init(accept: mediaType, writing: write) { head, coding, _ in try makeParser(head, coding) }
    }

    /// Makes a format from a parser that also depends on the request, or that leaves elements unmade.
    init<Parser: StreamParser<Element>>(
        accept: MediaType?, takingUnmade takeUnmade: ParserBox<Parser>.TakeUnmade? = nil,
        writing write: (@Sendable (Element, Coding) throws -> Data)?,
        _ makeParser: @escaping @Sendable (ResponseHead, Coding, OutgoingRequest) throws -> Parser
    ) {
        self.accept = accept
        contentType = accept ?? .octetStream
        self.write = write
        makeStep = { head, coding, request throws(TransportError) in
            do {
                let box = ParserBox(try makeParser(head, coding, request), takingUnmade: takeUnmade)
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
        guard let write else { throw TransportError(unwritable: "the format of the stream can only be read") }
        return MessageBody(elements.map { element throws in try write(element, coding) })
    }

    /// Returns all elements of a body.
    func elements(of data: Data, _ head: ResponseHead, coding: Coding) throws -> [Element] {
        let step = try makeStep(head, coding, OutgoingRequest(url: head.url))
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
    /// Makes the error of an element that can't be written.
    init(unwritable message: String) {
        self.init(code: .bodyEncodingFailed, message: message)
    }
}

extension Coding {
    /// Returns an element as JSON.
    func streamJSON(of element: some Sendable) throws -> Data {
        guard let element = element as? any Encodable else {
            throw TransportError(unwritable: "\(type(of: element)) isn't Encodable: the stream can only be read")
        }
        return try jsonData(from: element)
    }
}
