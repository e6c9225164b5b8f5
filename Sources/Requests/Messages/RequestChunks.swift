package import Foundation

/// Asks the sequence of a body for its chunks, one at a time, and checks them against the declared length.
///
/// The sequence runs in one task, with the task-local values of the code that makes this object. It is made when the first chunk is
/// asked for. The task ends with ``cancel()``, and when this object is released.
package final class RequestChunks: Sendable {
    /// The declared number of bytes; `nil` if it is not known.
    package let length: Int?

    private let relay: ChunkRelay
    private let task: Task<Void, Never>

    /// Prepares the sequence of a body; `nil` if the body is not a sequence.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - subject: The beginning of the messages of errors.
    package init?(_ body: RequestBody, subject: String = "the body of the request") {
        guard case .chunks(let length, _, let makeChunks) = body else { return nil }
        self.length = length
        let relay = ChunkRelay(subject)
        self.relay = relay
        task = Task { await relay.run(makeChunks, length: length) }
    }

    deinit { cancel() }

    /// Asks for the next chunk.
    ///
    /// - Parameter receive: Gets the chunk, which has at most 256 KiB; `nil` at the end;
    ///   ``RequestErrorCode/bodyUnreadable`` if the sequence fails or has another length; `CancellationError` after
    ///   ``cancel()``.
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

    /// Cancels the sequence; nobody waits for it any longer.
    package func cancel() {
        relay.end(.failure(CancellationError()))
        task.cancel()
    }
}

/// The meeting point of a transport and the task of a sequence: each waits for the other.
private final class ChunkRelay: Sendable {
    typealias Receiver = @Sendable (Result<Data?, any Error>) -> Void

    private struct State {
        /// The function that gets the next chunk; `nil` if nobody asks for one.
        var receiver: Receiver?
        /// The task of the sequence while it waits to be asked.
        var producer: CheckedContinuation<Bool, Never>?
        var outcome: Result<Void, any Error>?
    }

    /// The maximum size of a piece in bytes: sending a larger one would take long without any sign of progress.
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

    /// Makes the sequence when it is asked for, and hands over its chunks.
    func run(_ makeChunks: @Sendable () async throws -> MessageBody, length: Int?) async {
        guard await isAsked() else { return }
        do {
            var chunks = try await makeChunks().makeAsyncIterator()
            var count = 0
            var isAtEnd = false
            while !isAtEnd, let chunk = try await chunks.next() {
                count += chunk.count
                // The last chunk waits for the end: otherwise a longer sequence would be sent as a whole body.
                if count == length { isAtEnd = try await chunks.next() == nil }
                if let length, count > length || count == length && !isAtEnd {
                    throw TransportError.wrongLength(length, "more", subject)
                }
                // A sequence that is cancelled may just end.
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

    /// Returns a piece of a chunk; its indices begin at 0, whatever those of the chunk are.
    private static func piece(of chunk: Data, from start: Int) -> Data {
        if chunk.count <= piece, chunk.startIndex == 0 { return chunk }
        return Data(chunk.dropFirst(start).prefix(piece))
    }

    /// Waits until a chunk is asked for; returns `false` if none will be.
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

    /// Hands a chunk over; returns `false` if nobody wants it any longer.
    private func hand(_ chunk: Data) -> Bool {
        let receiver = state.withLock { state in
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?(.success(chunk))
        return receiver != nil
    }

    /// Ends the sequence, unless it has ended before.
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
