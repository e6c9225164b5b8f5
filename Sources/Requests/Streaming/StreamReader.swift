import Foundation

/// An unread body with its parser.
final class StreamSource<Element: Sendable>: Sendable {
    /// The head, without the secrets of the request.
    let head: ResponseHead
    let request: OutgoingRequest
    let step: StreamFormat<Element>.Step
    private let body: Guarded<MessageBody?>

    init(
        head: ResponseHead, body: MessageBody, step: @escaping StreamFormat<Element>.Step, request: OutgoingRequest
    ) {
        self.head = head.hidingSecrets(of: request)
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
    private var source: StreamSource<Element>
    /// Makes the next connections; `nil` for a stream with one connection, and at the end.
    private var reconnector: Reconnector<Element, APIFailure>?
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

    init(_ source: StreamSource<Element>, _ reconnector: Reconnector<Element, APIFailure>?) {
        self.source = source
        body = source.takeBody()?.makeAsyncIterator()
        if body != nil {
            self.reconnector = reconnector
        } else {
            error = TransportError(
                code: .transportFailed,
                message: "the stream was already read with an earlier iterator: to continue reading, use that iterator",
                userText: "The response could not be read, because this app has already read it."
            )
        }
    }

    /// Waits for the next elements; returns an empty array at the end.
    func next(isolation actor: isolated (any Actor)?) async throws(RequestError<APIFailure>) -> [Element] {
        repeat {
            while error == nil, body != nil {
                let elements = await step(isolation: actor)
                if !elements.isEmpty { return elements }
            }
        } while try await reconnect()
        guard let error else { return [] }
        self.error = nil
        throw error.with(request: source.request, head: source.head)
    }

    /// Makes the next connection.
    ///
    /// - Returns: `false` at the end of the stream.
    private func reconnect() async throws(RequestError<APIFailure>) -> Bool {
        guard var reconnector else { return false }
        let error = error
        // If this throws, the stream has ended.
        (self.reconnector, self.error) = (nil, nil)
        guard let next = try await reconnector.next(after: source, endedBy: error) else { return false }
        source = next
        body = next.takeBody()?.makeAsyncIterator()
        self.reconnector = reconnector
        return true
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
            if piece != nil { reconnector?.receivedBytes() }
            let batch = await Self.parse(piece, by: source.step)
            reconnector?.received(batch)
            if piece == nil || batch.isLast || batch.error != nil { end(throwing: batch.error) }
            if batch.isLast { reconnector = nil }
            if piece == nil, reconnector != nil, !source.head.isMeasured {
                error = error.map(TransportError.init(torn:))
            }
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
                // A stream from a different module may end without an error if its task is cancelled.
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

extension ResponseHead {
    /// Indicates whether a truncated response can always be detected.
    ///
    /// In HTTP/1.1, closing the connection is also the normal end of a body without a length (RFC 9112, section 6.3).
    fileprivate var isMeasured: Bool { header.contains(.contentLength) || header.contains(.transferEncoding) }
}

extension TransportError {
    /// Makes the error for a response that ended inside an element.
    fileprivate init(torn error: TransportError) {
        self.init(
            code: .connectionLost, message: "the response ended inside an element: \(error.message)",
            underlyingError: error)
    }
}
