import Foundation
import Requests

/// The body of a request as a handler reads it.
///
/// If the body is incomplete or too large, reading throws a client error (4xx).
actor ReceivedBody: MessageBodyReader {
    private nonisolated let base: MessageBody
    private let announced: Int?
    private var chunks: MessageBody.AsyncIterator?
    private var count = 0
    private var isReading = false

    init(_ request: IncomingRequest) {
        base = request.body
        announced = request.announcedLength
    }

    nonisolated var byteCount: Int? { base.byteCount }

    func next() async throws -> Data? {
        guard !isReading else { throw TransportError.readTwice }
        isReading = true
        var chunks = chunks ?? base.makeAsyncIterator()
        defer {
            self.chunks = chunks
            isReading = false
        }
        do {
            let chunk = try await chunks.next()
            count += chunk?.count ?? 0
            return chunk
        } catch let error where InputIssue.isFinal(error) || TransportError.isCancellation(error) {
            throw error
        } catch {
            throw ServingError.brokenBody
        }
    }

    func collect(upTo limit: Int) async throws -> Data {
        // A client may wait for the response before it sends the announced body.
        if let announced, announced - count > limit { throw Self.tooLarge(limit) }
        var data = Data()
        while let chunk = try await next() {
            try data.append(chunk, upTo: limit, orThrow: Self.tooLarge(limit))
        }
        return data
    }

    private static func tooLarge(_ limit: Int) -> ServingError {
        ServingError(.contentTooLarge, "the body is larger than \(limit) bytes")
    }
}

extension IncomingRequest {
    /// The length that Content-Length declares; `nil` if the field is missing or not a number.
    var announcedLength: Int? {
        guard let text = header[.contentLength], !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(text) ?? .max
    }

    /// Returns the request with a ``ReceivedBody``; reading an incomplete or oversized body throws a client error
    /// (4xx).
    func readable() -> IncomingRequest {
        guard body.byteCount != 0 else { return self }
        var request = self
        request.body = MessageBody(ReceivedBody(self))
        return request
    }
}

extension ServingError {
    /// The error for a body that ends early because the client disconnected.
    static let brokenBody = ServingError(.badRequest, "the body broke off")
}

extension TransportError {
    static var readTwice: TransportError {
        TransportError(code: .transportFailed, message: "the body of the request is being read by another task")
    }

    /// Returns whether an error means that nothing waits for the rest of the body anymore.
    static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? TransportError)?.code == .cancelled
    }
}
