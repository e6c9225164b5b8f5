import Foundation
import Requests

/// A body that sends a heartbeat whenever nothing else was sent for an interval.
///
/// A proxy closes a connection without traffic, and a client that receives nothing can't know whether the server still
/// runs.
final class HeartbeatBody: MessageBodyReader {
    private struct State {
        /// The task that waits for the next chunk; `nil` if no chunk is requested.
        var task: Task<Void, Never>?
        var outcome: Result<Data?, any Error>?
        /// The wait for the outcome.
        var wait: Wait?
    }

    private struct Silence: Error {}

    private let chunks: Chunks
    private let heartbeat: Data
    private let interval: Duration
    private let state = Guarded(State())

    init(_ body: MessageBody, _ heartbeat: Data, every interval: Duration) {
        chunks = Chunks(iterator: body.makeAsyncIterator())
        self.heartbeat = heartbeat
        self.interval = interval
    }

    deinit { state.withLock { $0.task?.cancel() } }

    func next() async throws -> Data? {
        let wait = Wait(until: .now + interval) { Silence() }
        let isOver = state.withLock { state in
            state.wait = wait
            if state.task == nil {
                state.task = Task { [weak self, chunks] in
                    // The task must not keep the body alive while it waits.
                    let outcome = await chunks.next()
                    self?.end(outcome)
                }
            }
            return state.outcome != nil
        }
        do {
            if !isOver { try await wait.ended() }
        } catch is Silence {
            return heartbeat
        } catch {
            state.withLock { $0.task?.cancel() }
            throw error
        }
        return try state.withLock { state in
            defer { state = State() }
            return state.outcome
        }?.get()
    }

    /// Ends the wait for a chunk.
    private func end(_ outcome: Result<Data?, any Error>) {
        let wait = state.withLock { state in
            state.outcome = outcome
            return state.wait
        }
        wait?.end()
    }
}

/// The chunks of a body, read by one task after another.
private actor Chunks {
    private var iterator: MessageBody.AsyncIterator

    init(iterator: sending MessageBody.AsyncIterator) {
        self.iterator = iterator
    }

    func next() async -> Result<Data?, any Error> {
        // The iterator is copied, because a mutating function of an actor's property can't suspend. Only one task at a
        // time calls this function.
        var iterator = iterator
        defer { self.iterator = iterator }
        do {
            return .success(try await iterator.next())
        } catch {
            return .failure(error)
        }
    }
}
