#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Requests
import RequestsEndpoints

/// Reads the body of a request, for which Hummingbird provides only one iterator.
///
/// If the head declares the length of the body, the end of the body is left unread, because
/// `consumeWithInboundCloseHandler` must read that end. Otherwise, the process would end when the client disconnects.
actor RequestBodyReader {
    private let body: RequestBody
    private var missing: Int?
    private var iterator: RequestBody.AsyncIterator?
    private var state = State.open

    private enum State {
        case open, ended
        case failed(any Error)
    }

    init(_ request: Hummingbird.Request) {
        body = request.body
        // The head doesn't describe a body that a middleware has replaced.
        guard request.body.isInbound else { return }
        let length = request.headers[.contentLength].flatMap { Int($0) }
        let hasNone =
            request.headers[.transferEncoding] == nil && (request.isHTTP1 || [.get, .head].contains(request.method))
        missing = length ?? (hasNone ? 0 : nil)
    }

    /// Indicates whether everything except the end has been read.
    var isBeforeEnd: Bool { missing == 0 }

    /// Indicates whether the body was incomplete, so that nothing after it can be read.
    var hasFailed: Bool {
        if case .failed = state { true } else { false }
    }

    /// Returns the next bytes; `nil` at the end.
    ///
    /// `MessageBody` lets only one task read at a time.
    func next() async throws -> Data? {
        if missing == 0 { return nil }
        switch state {
        case .open: break
        case .ended: return nil
        case .failed(let error): throw error
        }
        // Only one task reads at a time, so the iterator may also run outside this actor.
        nonisolated(unsafe) var iterator = iterator ?? body.makeAsyncIterator()
        do {
            let buffer: ByteBuffer?
            if #available(macOS 15, *) {
                buffer = try await iterator.next(isolation: self)
            } else {
                buffer = try await iterator.next()
            }
            self.iterator = iterator
            guard let buffer else { return try end() }
            missing = missing.map { $0 - buffer.readableBytes }
            return Data(buffer: buffer)
        } catch {
            let problem = Self.problem(of: error)
            state = .failed(problem)
            throw problem
        }
    }

    /// Ends the body, or throws if it is incomplete.
    ///
    /// Hummingbird treats a connection that ends early, or a cancelled task, as the end of the body.
    private func end() throws -> Data? {
        try Task.checkCancellation()
        if let missing {
            throw TransportError(
                code: .connectionLost, message: "the request body ended \(missing) bytes too early")
        }
        state = .ended
        return nil
    }

    /// Returns the error for the routes' response.
    ///
    /// An error from a middleware has a status. Any other error means that the body broke off.
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
    /// Indicates whether the body comes from a connection, and not from a middleware or a test.
    ///
    /// Watching any other body would end the process.
    var isInbound: Bool { kind == "nioAsyncChannelRequestBody" }

    /// Indicates whether a middleware made this body from another body, for example by decoding it.
    var isReplaced: Bool { kind == "anyAsyncSequence" }

    private var kind: String? {
        let backing = Mirror(reflecting: self).children.first { $0.label == "_backing" }?.value
        return backing.flatMap { Mirror(reflecting: $0).children.first?.label }
    }
}

extension Hummingbird.Request {
    /// Indicates whether the request came over HTTP/1, as marked by Hummingbird's HTTP/1 parser.
    ///
    /// A field about the connection would make an HTTP/2 response malformed (RFC 9113, section 8.2.2).
    var isHTTP1: Bool { head.scheme != "https" }
}
#endif
