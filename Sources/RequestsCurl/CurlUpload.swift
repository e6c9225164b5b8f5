#if Curl
import Dispatch
import Foundation
import RequestsCore

/// The content of a message, which libcurl reads on its thread and which never blocks that thread.
final class CurlUpload: Sendable {
    /// The result of a read.
    enum Step {
        case bytes(Int)
        /// There is no content yet.
        case pause
        case failure(any Error)
    }

    /// The declared number of bytes; `nil` if it is unknown.
    let length: Int?

    private let source: Source
    private let state: Guarded<State>

    private enum Source: Sendable {
        case memory
        case chunks(RequestChunks)
        case reader(BlockingReader)
    }

    private struct State {
        var piece = Data()
        /// The result of the last request for a piece, if it isn't a piece.
        var end: Result<Void, any Error>?
        var isAsking = false
        /// Continues a paused transfer.
        var resume: (@Sendable () -> Void)?
    }

    /// Makes the content of a body; `nil` if there is none.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a missing file.
    init?(_ body: RequestBody) throws(TransportError) {
        switch body {
        case .none: return nil
        case .data(let data):
            source = .memory
            length = data.count
            state = Guarded(State(piece: data, end: .success(())))
        default:
            if let chunks = RequestChunks(body) {
                source = .chunks(chunks)
                length = chunks.length
            } else {
                source = .reader(try BlockingReader(body))
                length = body.length
            }
            state = Guarded(State())
        }
    }

    func cancel() {
        if case .chunks(let chunks) = source { chunks.cancel() }
    }

    /// Copies content, or asks for more and pauses.
    ///
    /// - Parameters:
    ///   - memory: The memory for the content.
    ///   - resume: Called when there is more after a pause.
    /// - Returns: The number of copied bytes, 0 at the end; a pause; or the error of the body.
    func read(into memory: UnsafeMutableRawBufferPointer, resume: @escaping @Sendable () -> Void) -> Step {
        let (step, asks) = state.withLock { state -> (Step, Bool) in
            if !state.piece.isEmpty {
                let count = min(state.piece.count, memory.count)
                state.piece.copyBytes(to: memory, count: count)
                state.piece = state.piece.dropFirst(count)
                return (.bytes(count), false)
            }
            switch state.end {
            case .success?: return (.bytes(0), false)
            case .failure(let error)?: return (.failure(error), false)
            case nil: break
            }
            state.resume = resume
            defer { state.isAsking = true }
            return (.pause, !state.isAsking)
        }
        if asks { askForMore() }
        return step
    }

    private func askForMore() {
        switch source {
        case .memory: break
        case .chunks(let chunks): chunks.next { [weak self] in self?.receive($0) }
        case .reader(let reader): reader.next { [weak self] in self?.receive($0) }
        }
    }

    private func receive(_ result: Result<Data?, any Error>) {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            switch result {
            case .success(let piece?): state.piece = piece
            case .success(nil): state.end = .success(())
            case .failure(let error): state.end = .failure(error)
            }
            state.isAsking = false
            defer { state.resume = nil }
            return state.resume
        }
        resume?()
    }
}

/// Reads a file or a stream on threads that may block.
private final class BlockingReader: Sendable {
    private static let queue = DispatchQueue(label: "Requests.Curl", attributes: .concurrent)
    /// The size of a piece, in bytes.
    private static let size = 256 * 1_024

    private let reader: Guarded<RequestBodyReader>

    init(_ body: RequestBody) throws(TransportError) { reader = Guarded(try RequestBodyReader(body)) }

    deinit { reader.withLock { $0.close() } }

    /// Reads the next piece; `nil` at the end.
    func next(_ receive: @escaping @Sendable (Result<Data?, any Error>) -> Void) {
        Self.queue.async { [self] in
            receive(Result { try reader.withLock { try $0.readPiece(of: Self.size) } })
        }
    }
}
#endif
