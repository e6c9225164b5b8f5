import Foundation

/// An unread body with its parser.
final class StreamSource<Element: Sendable>: Sendable {
    let head: ResponseHead
    let request: OutgoingRequest
    let step: StreamFormat<Element>.Step
    private let body: Guarded<MessageBody?>

    init(
        head: ResponseHead, body: MessageBody, step: @escaping StreamFormat<Element>.Step, request: OutgoingRequest
    ) {
        self.head = head
        self.request = request
        self.step = step
        self.body = Guarded(body)
    }

    /// Hands over the body, whose release closes the connection.
    func takeBody() -> MessageBody? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}

/// Reads a body chunk by chunk, without reading ahead.
final class StreamReader<Element: Sendable, APIFailure: Sendable> {
    private let source: StreamSource<Element>
    /// The body; `nil` at its end.
    private var body: MessageBody.AsyncIterator?
    /// The unparsed part of a large chunk.
    private var rest = Data()
    /// The error to throw after all elements before it.
    private var error: TransportError?
    /// The elements of the last chunk that are made when they are read.
    private var unmade: UnmadeElements<Element>?
    /// The number of elements of ``unmade`` that are already made.
    private var madeCount = 0

    /// The number of elements to make at a time: most allocators cache this many released blocks of one size.
    private static var few: Int { 6 }

    /// The number of bytes to parse at a time, which limits the elements in memory if a whole body arrives at once.
    private static var pieceSize: Int { 65_536 }

    init(_ source: StreamSource<Element>) {
        self.source = source
        body = source.takeBody()?.makeAsyncIterator()
        if body == nil {
            error = TransportError(
                code: .transportFailed,
                message: "the stream is read already: keep one iterator to go on where it stopped",
                userText: "The response could not be read. This app tried to read it a second time."
            )
        }
    }

    /// Waits for the next elements; returns none at the end.
    func next(isolation actor: isolated (any Actor)?) async throws(RequestError<APIFailure>) -> [Element] {
        while error == nil, body != nil {
            let elements = await step(isolation: actor)
            if !elements.isEmpty { return elements }
        }
        guard let error else { return [] }
        self.error = nil
        throw error.with(request: source.request, head: source.head)
    }

    /// Makes and appends the next few elements, the last one first; appends nothing if all are made.
    func makeElements(_ elements: inout [Element]) {
        guard let unmade else { return }
        let end = min(madeCount + Self.few, unmade.count)
        unmade.make(madeCount..<end, &elements)
        madeCount = end
        if end == unmade.count { (self.unmade, madeCount) = (nil, 0) }
    }

    private func step(isolation actor: isolated (any Actor)?) async -> [Element] {
        do {
            let piece = try await piece(isolation: actor)
            let batch = await Self.parse(piece, by: source.step)
            if piece == nil || batch.isLast || batch.error != nil { end(throwing: batch.error) }
            unmade = batch.unmade
            guard batch.elements.isEmpty else { return batch.elements }
            var elements: [Element] = []
            makeElements(&elements)
            return elements.reversed()
        } catch {
            end(throwing: TransportError(anyError: error))
            return []
        }
    }

    private func piece(isolation actor: isolated (any Actor)?) async throws -> Data? {
        if rest.isEmpty {
            guard let chunk = try await body?.next() else {
                // If its task is cancelled, a stream from another module may end without an error.
                try Task.checkCancellation()
                return nil
            }
            rest = chunk
        }
        guard rest.count > Self.pieceSize || rest.startIndex != 0 else {
            defer { rest = Data() }
            return rest
        }
        let piece = Data(rest.prefix(Self.pieceSize))
        rest = rest.dropFirst(Self.pieceSize)
        return piece
    }

    /// Parses outside the caller's actor, which may be the main actor.
    @concurrent
    private static func parse(_ piece: Data?, by step: StreamFormat<Element>.Step) async -> StreamBatch<Element> {
        step(piece)
    }

    /// Releases the body, which closes the connection if data remains.
    private func end(throwing error: TransportError?) {
        self.error = error
        body = nil
        rest = Data()
    }
}
