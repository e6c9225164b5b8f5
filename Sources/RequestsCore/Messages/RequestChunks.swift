package import Foundation

/// Requests the chunks of a body's sequence, one at a time, and checks them against the declared length.
///
/// The sequence runs in one task, with the task-local values of the code that makes this object. The first request for
/// a chunk makes the sequence. Calling ``cancel()`` or releasing this object cancels the task.
package final class RequestChunks: Sendable {
    /// The declared number of bytes; `nil` if unknown.
    package let length: Int?

    private let relay: ChunkRelay
    private let task: Task<Void, Never>

    /// Prepares the sequence of a body; `nil` if the body is not a sequence.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - subject: The start of error messages.
    package init?(_ body: RequestBody, subject: String = "the body of the request") {
        guard case .chunks(let length, _, let makeChunks) = body else { return nil }
        self.length = length
        let relay = ChunkRelay(subject)
        self.relay = relay
        task = Task { await relay.run(makeChunks, length: length) }
    }

    deinit { cancel() }

    /// Requests the next chunk.
    ///
    /// - Parameter receive: Receives the chunk, of at most 256 KiB; `nil` at the end; ``RequestErrorCode/bodyUnreadable`` if
    ///   the sequence fails or its length differs from the declared one; `CancellationError` after ``cancel()``.
    package func next(_ receive: @escaping @Sendable (Result<Data?, any Error>) -> Void) {
        relay.ask(receive)
    }

    /// Waits for the next chunk; cancelling the waiting task cancels the sequence.
    package func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in relay.ask { continuation.resume(with: $0) } }
        } onCancel: {
            cancel()
        }
    }

    /// Cancels the sequence, and ends the wait for its next chunk.
    package func cancel() {
        relay.end(.failure(CancellationError()))
        task.cancel()
    }
}

/// The hand-over between a transport and the task of a sequence: each waits for the other.
private final class ChunkRelay: Sendable {
    typealias Receiver = @Sendable (Result<Data?, any Error>) -> Void

    private struct State {
        /// The function that receives the next chunk; `nil` if no chunk was requested.
        var receiver: Receiver?
        /// The task of the sequence while it waits for a request.
        var producer: CheckedContinuation<Bool, Never>?
        var outcome: Result<Void, any Error>?
    }

    /// The maximum size of a piece in bytes: sending a larger one would report no progress for a long time.
    private static let piece = 256 * 1_024

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

    /// Makes the sequence when its first chunk is requested, and hands over its chunks.
    func run(_ makeChunks: @Sendable () async throws -> MessageBody, length: Int?) async {
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
                    throw TransportError.wrongLength(length, "more", subject)
                }
                // A cancelled sequence may end without an error.
                try Task.checkCancellation()
                for start in stride(from: 0, to: chunk.count, by: Self.piece) {
                    guard hand(Self.piece(of: chunk, from: start)), await isAsked() else { return }
                }
            }
            try Task.checkCancellation()
            if let length, count < length { throw TransportError.wrongLength(length, "only \(count)", subject) }
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

    /// Hands a chunk over; returns `false` if nothing waits for it any longer.
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

    static func unsupportedSequence(_ client: String) -> TransportError {
        TransportError(
            code: .bodyUnsupported,
            message: "\(client) can't send an asynchronous sequence; send the request by AsyncHTTPClient, or write the "
                + "sequence to a file and send .file(url)"
        )
    }
}
