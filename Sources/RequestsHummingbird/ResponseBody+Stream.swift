#if Hummingbird
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Requests

/// An error that closes a connection in the middle of a response.
private enum BrokenResponse: Error {
    /// The client disconnected.
    case isUnread
    /// The next request arrived before the end of the response, and was lost because the connection was watched.
    case lostNextRequest
    /// The head allows no body, so the end of a body must not follow it.
    case hasNoBody
}

extension ResponseBody {
    /// Makes a body that is sent chunk by chunk.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - length: The length of the body, if the head declares it.
    ///   - inbound: The body of the request. Its connection is watched, so that the response body stops waiting when
    ///     the client disconnects. `nil` if the connection can't be watched.
    init(_ body: MessageBody, length: Int?, watching inbound: RequestBody?) {
        self.init(contentLength: length) { writer in
            if let inbound {
                try await Self.write(body, to: &writer, watching: inbound)
            } else {
                for try await chunk in body { try await writer.write(ByteBuffer(data: chunk)) }
                try await writer.finish(nil)
            }
        }
    }

    /// Makes an empty body for a HEAD request if the response to GET would have a body of unknown length.
    ///
    /// In HTTP/1, Hummingbird would write the end of such a body, so the connection is closed after the head.
    static func unmeasured(to request: Hummingbird.Request) -> ResponseBody {
        let isHTTP1 = request.isHTTP1
        return ResponseBody { writer in
            if isHTTP1 { throw BrokenResponse.hasNoBody }
            try await writer.finish(nil)
        }
    }

    /// Writes the body chunk by chunk, until the client disconnects.
    private static func write(
        _ body: MessageBody, to writer: inout any ResponseBodyWriter, watching inbound: RequestBody
    ) async throws {
        let source = StoppableBody(body)
        let sawEnd = Guarded(false)
        try await inbound.consumeWithInboundCloseHandler { _ in
            while let chunk = try await source.next() { try await writer.write(ByteBuffer(data: chunk)) }
            guard !source.isStopped else { throw BrokenResponse.isUnread }
            try await writer.finish(nil)
        } onInboundClosed: {
            // This function is also called at the end of the response, which ends the watching.
            sawEnd.withLock { $0 = true }
            source.stop()
        }
        guard sawEnd.withLock({ $0 }) else { throw BrokenResponse.lostNextRequest }
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
            return try await iterator.next()
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
