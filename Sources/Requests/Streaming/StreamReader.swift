import Foundation

/// A body that waits for its reader, and how it is parsed.
final class StreamSource<Element: Sendable>: Sendable {
    let head: ResponseHead
    let request: OutgoingRequest
    let step: StreamDecoder<Element>.Step
    private let body: Guarded<MessageBody?>

    init(
        head: ResponseHead, body: MessageBody, step: @escaping StreamDecoder<Element>.Step, request: OutgoingRequest
    ) {
        self.head = head
        self.request = request
        self.step = step
        self.body = Guarded(body)
    }

    /// Takes the body: who drops it closes the connection.
    func takeBody() -> MessageBody? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}

/// Reads a body chunk by chunk, and no chunk ahead.
final class StreamReader<Element: Sendable, Problem: Decodable & Sendable> {
    private let source: StreamSource<Element>
    /// `nil` when nothing more is to come.
    private var body: MessageBody.AsyncIterator?
    /// What of a large chunk is not parsed yet.
    private var rest = Data()
    /// What is thrown when the elements before it are read.
    private var error: TransportError?

    /// How many bytes are parsed at a time, so that the elements of a body that is there at once are not.
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

    /// The next elements; none at the end.
    func next(isolation actor: isolated (any Actor)?) async throws(RequestError<Problem>) -> [Element] {
        while error == nil, body != nil {
            let elements = await step(isolation: actor)
            if !elements.isEmpty { return elements }
        }
        guard let error else { return [] }
        self.error = nil
        throw error.with(request: source.request, head: source.head)
    }

    private func step(isolation actor: isolated (any Actor)?) async -> [Element] {
        do {
            let piece = try await piece(isolation: actor)
            let batch = await Self.parse(piece, by: source.step)
            if piece == nil || batch.isLast || batch.error != nil { end(throwing: batch.error) }
            return batch.elements
        } catch {
            end(throwing: TransportError(anyError: error))
            return []
        }
    }

    private func piece(isolation actor: isolated (any Actor)?) async throws -> Data? {
        if rest.isEmpty {
            guard let chunk = try await body?.next(isolation: actor) else {
                // A stream that is not ours ends without an error when its task is cancelled.
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

    /// Parses away from the caller's actor, which may be the main one.
    @concurrent
    private static func parse(_ piece: Data?, by step: StreamDecoder<Element>.Step) async -> StreamBatch<Element> {
        step(piece)
    }

    /// Lets go of the body, which closes a connection that still has something to say.
    private func end(throwing error: TransportError?) {
        self.error = error
        body = nil
        rest = Data()
    }
}
