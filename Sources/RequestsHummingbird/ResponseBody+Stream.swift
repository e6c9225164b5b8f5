#if Hummingbird
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Requests

/// What closes a connection in the middle of an answer.
private enum BrokenAnswer: Error {
    case lengthIsNotAsDeclared
    /// The client went away.
    case isUnread
    /// The next request came before the end of the answer, and was lost while the connection was watched.
    case lostNextRequest
}

extension ResponseBody {
    /// A body of a length that the head says.
    init(_ body: MessageBody, length: Int) {
        self.init(contentLength: length) { writer in
            var missing = length
            for try await chunk in body {
                missing -= chunk.count
                guard missing >= 0 else { throw BrokenAnswer.lengthIsNotAsDeclared }
                try await writer.write(ByteBuffer(data: chunk))
            }
            guard missing == 0 else { throw BrokenAnswer.lengthIsNotAsDeclared }
            try await writer.finish(nil)
        }
    }

    /// A body of a length that nobody knows, which may wait for something as long as its client does.
    init(_ body: MessageBody, of request: Hummingbird.Request, _ inbound: RequestBodyReader) {
        self.init { writer in
            if request.body.isInbound, await inbound.isBeforeEnd {
                try await Self.write(body, to: &writer, watching: request.body)
            } else {
                for try await chunk in body { try await writer.write(ByteBuffer(data: chunk)) }
                try await writer.finish(nil)
            }
        }
    }

    /// Writes chunk by chunk, until the client goes away.
    private static func write(
        _ body: MessageBody, to writer: inout any ResponseBodyWriter, watching inbound: RequestBody
    ) async throws {
        let source = StoppableBody(body)
        let sawEnd = Guarded(false)
        try await inbound.consumeWithInboundCloseHandler { _ in
            while let chunk = try await source.next() { try await writer.write(ByteBuffer(data: chunk)) }
            guard !source.isStopped else { throw BrokenAnswer.isUnread }
            try await writer.finish(nil)
        } onInboundClosed: {
            // At the end as well, which ends the watching.
            sawEnd.withLock { $0 = true }
            source.stop()
        }
        guard sawEnd.withLock({ $0 }) else { throw BrokenAnswer.lostNextRequest }
    }
}

extension RequestBody {
    /// Whether it comes from a connection, and not from a middleware or a test: only that can be watched, and Hummingbird
    /// ends the process that tries another.
    fileprivate var isInbound: Bool {
        let backing = Mirror(reflecting: self).children.first { $0.label == "_backing" }?.value
        return backing.map { Mirror(reflecting: $0).children.first?.label == "nioAsyncChannelRequestBody" } ?? false
    }
}

/// A body whose reader can be stopped while it waits.
private final class StoppableBody: Sendable {
    private let reader: Reader
    private let state = Guarded(State())

    private struct State {
        var isStopped = false
        var task: Task<Data?, any Error>?
    }

    private actor Reader {
        private var iterator: MessageBody.AsyncIterator

        init(_ body: MessageBody) { iterator = body.makeAsyncIterator() }

        func next() async throws -> Data? {
            var iterator = iterator
            defer { self.iterator = iterator }
            return try await iterator.next(isolation: self)
        }
    }

    init(_ body: MessageBody) { reader = Reader(body) }

    var isStopped: Bool { state.withLock(\.isStopped) }

    func next() async throws -> Data? {
        let reader = reader
        let task = state.withLock { state -> Task<Data?, any Error>? in
            if state.isStopped { return nil }
            let task = Task { try await reader.next() }
            state.task = task
            return task
        }
        guard let task else { return nil }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
    }
}
#endif
