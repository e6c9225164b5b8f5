import Foundation

/// The slot of a running call in its queue, until the call ends.
///
/// The slot is released once: when the response's body ends, fails or is released.
final class CallSlot: Sendable {
    private let queue: CallQueue
    private let group: CallGroup
    private let isTaken = Guarded(true)

    init(in queue: CallQueue, _ group: CallGroup) {
        self.queue = queue
        self.group = group
    }

    deinit { leave() }

    func leave() {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = false }
            return isTaken
        }
        if wasTaken { queue.leave(group) }
    }

    /// Sends a message, and keeps the slot until the response has been read.
    func response(to message: OutgoingRequest, by next: NextTransport) async throws -> TransportResponse {
        do {
            let response = try await next(message)
            guard response.body.byteCount == nil else {
                leave()
                return response
            }
            guard message.context.readsWhole(response.head) else {
                return TransportResponse(
                    head: response.head, body: MessageBody(ObservedBody(base: response.body, observe: read)))
            }
            let data = try await response.collected(for: message)
            leave()
            return TransportResponse(head: response.head, body: MessageBody(data))
        } catch {
            leave()
            throw error
        }
    }

    private func read(_ result: Result<Data?, any Error>) {
        if case .success(_?) = result { return }
        leave()
    }
}
