#if Curl
import Foundation
import RequestsCore

/// The content of a message, which libcurl reads on its thread without blocking that thread.
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

    /// The reader of a body that isn't in memory.
    private let reader: BodyReader?
    private let state: Guarded<State>

    private struct State {
        var piece = Data()
        /// The end or the error of the body; `nil` while more pieces may follow.
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
            reader = nil
            length = data.count
            state = Guarded(State(piece: data, end: .success(())))
        default:
            let reader = try BodyReader(body)
            self.reader = reader
            length = reader.length
            state = Guarded(State())
        }
    }

    func cancel() {
        reader?.cancel()
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
        if asks { reader?.next { [weak self] in self?.receive($0) } }
        return step
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
#endif
