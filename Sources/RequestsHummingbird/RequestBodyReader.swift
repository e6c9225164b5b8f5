#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Requests

/// Reads the body of a request, of which Hummingbird gives one iterator.
///
/// Where the head says how long the body is, its end is left unread: `consumeWithInboundCloseHandler` has to see that,
/// or the process ends when the client goes away.
actor RequestBodyReader {
    private let body: RequestBody
    private var missing: Int?
    private var iterator: RequestBody.AsyncIterator?
    private var state = State.idle

    private enum State {
        case idle, reading, ended
        case failed(any Error)
    }

    init(_ request: Hummingbird.Request) {
        body = request.body
        let length = request.headers[.contentLength].flatMap { Int($0) }
        let hasNone = [.get, .head].contains(request.method) && request.headers[.transferEncoding] == nil
        missing = length ?? (hasNone ? 0 : nil)
    }

    /// Whether all was read but the end.
    var isBeforeEnd: Bool { missing == 0 }

    /// The next bytes; `nil` at the end.
    func next() async throws -> Data? {
        if missing == 0 { return nil }
        switch state {
        case .idle: break
        case .ended: return nil
        case .failed(let error): throw error
        case .reading:
            throw TransportError(code: .bodyUnreadable, message: "the body of a request is read by one task at a time")
        }
        state = .reading
        var iterator = iterator ?? body.makeAsyncIterator()
        do {
            let buffer = try await iterator.next(isolation: self)
            self.iterator = iterator
            guard let buffer else { return try end() }
            missing = missing.map { $0 - buffer.readableBytes }
            state = .idle
            return Data(buffer: buffer)
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// Hummingbird takes a connection that ends early, and a task that is cancelled, for the end of the body.
    private func end() throws -> Data? {
        if let missing {
            throw TransportError(
                code: .connectionLost, message: "the body of the request broke off, \(missing) bytes before its end")
        }
        state = .ended
        return nil
    }
}

/// The body of a request, chunk by chunk.
struct RequestChunks: AsyncSequence, Sendable {
    let reader: RequestBodyReader

    func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    struct Iterator: AsyncIteratorProtocol {
        let reader: RequestBodyReader

        func next() async throws -> Data? { try await reader.next() }
    }
}
#endif
