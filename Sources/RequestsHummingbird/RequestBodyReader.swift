#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Requests

/// Reads the body of a request, of which Hummingbird gives one iterator.
///
/// If the head says how long the body is, its end is left unread: `consumeWithInboundCloseHandler` has to see that,
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
        // The head says nothing about a body that a middleware has replaced.
        guard request.body.isInbound else { return }
        let length = request.headers[.contentLength].flatMap { Int($0) }
        let hasNone =
            request.headers[.transferEncoding] == nil && (request.isHTTP1 || [.get, .head].contains(request.method))
        missing = length ?? (hasNone ? 0 : nil)
    }

    /// Whether all was read but the end.
    var isBeforeEnd: Bool { missing == 0 }

    /// Indicates whether the body did not come whole, so that nothing can be read behind it.
    var hasFailed: Bool {
        if case .failed = state { true } else { false }
    }

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
            let problem = Self.problem(of: error)
            state = .failed(problem)
            throw problem
        }
    }

    /// Hummingbird takes a connection that ends early, and a task that is cancelled, for the end of the body.
    private func end() throws -> Data? {
        try Task.checkCancellation()
        if let missing {
            throw TransportError(
                code: .connectionLost, message: "the body of the request broke off, \(missing) bytes before its end")
        }
        state = .ended
        return nil
    }

    /// The error that the routes respond to: that of a middleware has a status, and the rest is a body that broke off.
    private static func problem(of error: any Error) -> any Error {
        switch error {
        case let error as HTTPParserError where error != .invalidEOFState:
            ServingError(.badRequest, "the body is malformed")
        case let error as any HTTPResponseError:
            ServingError(
                HTTPStatus(error.status.code), (error as? HTTPError)?.body ?? error.status.reasonPhrase)
        default: error
        }
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

extension RequestBody {
    /// Indicates whether the body comes from a connection, not from a middleware or a test.
    ///
    /// Hummingbird ends the process if another is watched.
    var isInbound: Bool { kind == "nioAsyncChannelRequestBody" }

    /// Indicates whether a middleware made it of another, such as by decoding.
    var isReplaced: Bool { kind == "anyAsyncSequence" }

    private var kind: String? {
        let backing = Mirror(reflecting: self).children.first { $0.label == "_backing" }?.value
        return backing.flatMap { Mirror(reflecting: $0).children.first?.label }
    }
}

extension Hummingbird.Request {
    /// Indicates whether the request came by HTTP/1, as Hummingbird's parser of that says.
    ///
    /// A field about the connection makes a response in HTTP/2 malformed (RFC 9113, section 8.2.2).
    var isHTTP1: Bool { head.scheme != "https" }
}
#endif
