import Foundation

/// A body that waits for its reader, with its parser.
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

    /// Takes the body: releasing it closes the connection.
    func takeBody() -> MessageBody? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}

/// Reads a body chunk by chunk, without reading ahead.
final class StreamReader<Element: Sendable, APIFailure: Decodable & Sendable> {
    private let source: StreamSource<Element>
    /// The body; `nil` if there is nothing more to read.
    private var body: MessageBody.AsyncIterator?
    /// The part of a large chunk that is not parsed yet.
    private var rest = Data()
    /// The error to throw after the elements before it.
    private var error: TransportError?
    /// The elements that are made when they are read.
    private var unmade: UnmadeElements<Element>?
    /// The number of them that are made.
    private var madeCount = 0

    /// The number of elements to make at a time: most allocators have so many released blocks of a size at hand.
    private static var few: Int { 6 }

    /// The number of bytes to parse at a time: it limits the number of elements in memory if a whole body is there at once.
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

    /// Makes the next few elements, and appends them, the last one first; appends nothing if all are made.
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
            guard let chunk = try await body?.next(isolation: actor) else {
                // A stream from another module ends without an error if its task is cancelled.
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

    /// Parses away from the caller's actor, which may be the main actor.
    @concurrent
    private static func parse(_ piece: Data?, by step: StreamFormat<Element>.Step) async -> StreamBatch<Element> {
        step(piece)
    }

    /// Releases the body, which closes a connection that still has data.
    private func end(throwing error: TransportError?) {
        self.error = error
        body = nil
        rest = Data()
    }
}
