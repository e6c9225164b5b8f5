package import Foundation

/// Reads the content of a request, one chunk at a time, and checks its length against the declared length.
///
/// A task reads the content, with the task-local values of the code that makes this object. The task opens the file or
/// the stream, or makes the sequence, when the first chunk is requested. Calling ``cancel()`` or releasing this object
/// cancels the task.
package final class BodyReader: MessageBodyReader {
    /// The default start of error messages.
    package static var subject: String { "the body of the request" }

    /// The declared number of bytes; `nil` if unknown.
    package let length: Int?

    private let relay: ChunkRelay
    private let task: Task<Void, Never>

    /// Prepares to read a body.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a file that can't be read.
    package convenience init(_ body: RequestBody) throws(TransportError) {
        let length = body.length
        // Don't open the file yet: many requests may be waiting for a connection, and each open file needs a
        // descriptor.
        if case .file(let url) = body, length == nil || !FileManager.default.isReadableFile(atPath: url.path) {
            throw .unreadableFile
        }
        self.init(body, length: length, subject: Self.subject)
    }

    /// Prepares to read a body with a declared length.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - length: The declared number of bytes; `nil` if unknown.
    ///   - subject: The start of error messages.
    init(_ body: RequestBody, length: Int?, subject: String) {
        self.length = length
        let relay = ChunkRelay(subject)
        self.relay = relay
        task = Task { await relay.run(length: length) { try await body.makeChunks(length: length, subject) } }
    }

    deinit { cancel() }

    /// Requests the next chunk.
    ///
    /// - Parameter receive: Receives the chunk, of at most 256 KiB; `nil` at the end;
    ///   ``RequestErrorCode/bodyUnreadable`` if reading fails or the length differs from the declared length;
    ///   `CancellationError` after ``cancel()``.
    package func next(_ receive: @escaping @Sendable (Result<Data?, any Error>) -> Void) {
        relay.ask(receive)
    }

    /// Waits for the next chunk; cancelling the waiting task cancels the reading.
    package func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in relay.ask { continuation.resume(with: $0) } }
        } onCancel: {
            cancel()
        }
    }

    /// Cancels the reading, and ends the wait for the next chunk.
    package func cancel() {
        relay.end(.failure(CancellationError()))
        task.cancel()
    }
}

extension RequestBody {
    fileprivate func makeChunks(length: Int?, _ subject: String) async throws -> MessageBody {
        switch self {
        case .none: MessageBody(Data())
        case .data(let data): MessageBody(data)
        case .file, .stream: MessageBody(BlockingChunks(self, length, subject))
        case .chunks(_, _, let make): try await make()
        }
    }
}

/// The content of a file or a stream, read on a thread that may wait.
private final class BlockingChunks: MessageBodyReader {
    private static let queue = BlockingQueue("Requests.BodyReader")

    private let reader: Guarded<BlockingReader>
    private let size: Int

    init(_ body: RequestBody, _ length: Int?, _ subject: String) {
        reader = Guarded(BlockingReader(body, length: length, subject: subject))
        size = max(1, min(length ?? ChunkRelay.piece, ChunkRelay.piece))
    }

    func next() async throws -> Data? {
        try await Self.queue.run { [self] in
            Result { try reader.withLock { try $0.piece(of: size) } }
        }.get()
    }
}

extension BlockingReader {
    /// Reads the next bytes, up to a number; returns `nil` at the end.
    fileprivate func piece(of size: Int) throws -> Data? {
        var piece = Data(count: size)
        let count = try piece.withUnsafeMutableBytes { memory in
            try memory.withMemoryRebound(to: UInt8.self) { try read(into: $0) }
        }
        guard count > 0 else { return nil }
        // A small piece is copied, so that it does not keep the whole buffer in memory.
        return count < size / 2 ? Data(piece.prefix(count)) : piece.prefix(count)
    }
}

/// The hand-over of chunks from the task that reads a body to the transport: each side waits for the other.
private final class ChunkRelay: Sendable {
    typealias Receiver = @Sendable (Result<Data?, any Error>) -> Void

    private struct State {
        /// The function that receives the next chunk; `nil` if no chunk was requested.
        var receiver: Receiver?
        /// The continuation of the reading task while the task waits until a chunk is requested.
        var producer: CheckedContinuation<Bool, Never>?
        var outcome: Result<Void, any Error>?
    }

    /// The maximum size of a piece in bytes: while a larger piece is sent, no progress would be reported for a long
    /// time.
    static let piece = 256 * 1_024

    private let subject: String
    private let state = Guarded(State())

    init(_ subject: String) {
        self.subject = subject
    }

    func ask(_ receiver: @escaping Receiver) {
        let (producer, response) = state.withLock {
            state -> (CheckedContinuation<Bool, Never>?, Result<Data?, any Error>?) in
            if let outcome = state.outcome { return (nil, outcome.map { nil }) }
            guard state.receiver == nil else { return (nil, .failure(TransportError.askedTwice)) }
            state.receiver = receiver
            defer { state.producer = nil }
            return (state.producer, nil)
        }
        producer?.resume(returning: true)
        if let response { receiver(response) }
    }

    /// Makes the chunks when the first chunk is requested, and hands them over.
    func run(length: Int?, _ makeChunks: @Sendable () async throws -> MessageBody) async {
        guard await isAsked() else { return }
        do {
            var chunks = try await makeChunks().makeAsyncIterator()
            var count = 0
            var isAtEnd = false
            while !isAtEnd, let chunk = try await chunks.next() {
                count += chunk.count
                // Hold back the last chunk until the sequence ends: otherwise a sequence that is too long would seem
                // complete.
                if count == length { isAtEnd = try await chunks.next() == nil }
                if let length, count > length || count == length && !isAtEnd {
                    throw TransportError.wrongLength(length, length + 1, subject)
                }
                // A cancelled sequence may end without an error.
                try Task.checkCancellation()
                for start in stride(from: 0, to: chunk.count, by: Self.piece) {
                    guard hand(Self.piece(of: chunk, from: start)), await isAsked() else { return }
                }
            }
            try Task.checkCancellation()
            if let length, count < length { throw TransportError.wrongLength(length, count, subject) }
            end(.success(()))
        } catch {
            end(.failure(TransportError.unreadable(error, subject)))
        }
    }

    /// Returns a piece of a chunk, with indices that begin at 0.
    private static func piece(of chunk: Data, from start: Int) -> Data {
        if chunk.count <= piece, chunk.startIndex == 0 { return chunk }
        return Data(chunk.dropFirst(start).prefix(piece))
    }

    /// Waits until a chunk is requested; returns `false` if no more chunks will be requested.
    private func isAsked() async -> Bool {
        await withCheckedContinuation { continuation in
            let isAsked: Bool? = state.withLock { state in
                if state.outcome != nil { return false }
                if state.receiver != nil { return true }
                state.producer = continuation
                return nil
            }
            if let isAsked { continuation.resume(returning: isAsked) }
        }
    }

    /// Hands a chunk over; returns `false` if no receiver waits for it any longer.
    private func hand(_ chunk: Data) -> Bool {
        let receiver = state.withLock { state in
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?(.success(chunk))
        return receiver != nil
    }

    /// Ends the sequence, unless it has already ended.
    func end(_ outcome: Result<Void, any Error>) {
        let (receiver, producer) = state.withLock { state -> (Receiver?, CheckedContinuation<Bool, Never>?) in
            guard state.outcome == nil else { return (nil, nil) }
            state.outcome = outcome
            defer { (state.receiver, state.producer) = (nil, nil) }
            return (state.receiver, state.producer)
        }
        receiver?(outcome.map { nil })
        producer?.resume(returning: false)
    }
}

extension TransportError {
    fileprivate static var askedTwice: TransportError {
        TransportError(code: .transportFailed, message: "the body of the request is being read by another task")
    }
}
