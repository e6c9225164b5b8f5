#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat
import RequestsCore

/// Sends a body piece by piece, as fast as the connection accepts it.
///
/// Data is sent from memory.
final class Upload: Sendable {
    /// The declared number of bytes; `nil` if the body is sent in chunks.
    let length: Int?

    private let piece: Int
    private let loop: any EventLoop
    /// The bytes of a body in memory.
    private let data: Data
    /// The reader of any other body.
    private let reader: BodyReader?
    private let state = NIOLockedValueBox(State())

    private struct State {
        /// The promise for the end; `nil` before the beginning and after the end.
        var promise: EventLoopPromise<Void>?
        /// The number of bytes that were passed to the client.
        var written = 0
        /// The number of bytes that the client has sent.
        var sent = 0
        /// Indicates whether all pieces were passed to the client.
        var hasWrittenAll = false
    }

    /// Bytes to send.
    private struct Piece {
        /// The bytes; `nil` at the end.
        var bytes: ByteBuffer?
        /// Indicates whether no more bytes follow.
        var isLast: Bool
    }

    /// Makes a sender that sends a body in pieces.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a missing file.
    init(_ body: RequestBody, piece: Int, on loop: any EventLoop) throws(TransportError) {
        self.piece = piece
        self.loop = loop
        if case .data(let data) = body {
            (self.data, reader, length) = (data, nil, data.count)
        } else {
            let reader = try BodyReader(body)
            (data, self.reader, length) = (Data(), reader, reader.length)
        }
    }

    deinit { reader?.cancel() }

    /// Writes the whole body.
    func write(to writer: HTTPClient.Body.StreamWriter) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        state.withLockedValue { $0.promise = promise }
        writeNext(to: writer)
        return promise.futureResult
    }

    /// Ends the writing, even if the connection doesn't accept more bytes.
    ///
    /// Nothing else would end it in that case.
    func cancel() {
        reader?.cancel()
        loop.execute { self.end(.failure(HTTPClientError.cancelled)) }
    }

    /// Records that the client has sent bytes, and ends the body after the last bytes.
    ///
    /// After the response has begun, AsyncHTTPClient (1.37) may drop bytes; if the body then ends, AsyncHTTPClient
    /// reports a wrong length.
    func noteSent(_ count: Int) {
        let isAtEnd = state.withLockedValue { state in
            state.sent += count
            return state.hasWrittenAll && state.sent >= state.written
        }
        if isAtEnd { end(.success(())) }
    }

    private func end(_ result: Result<Void, any Error>) {
        let promise = state.withLockedValue { state in
            defer { state.promise = nil }
            return state.promise
        }
        promise?.completeWith(result)
    }

    private func writeNext(to writer: HTTPClient.Body.StreamWriter) {
        next().whenComplete { result in
            switch result {
            case .success(let piece): self.write(piece, to: writer)
            case .failure(let error): self.end(.failure(error))
            }
        }
    }

    private func write(_ piece: Piece, to writer: HTTPClient.Body.StreamWriter) {
        let count = piece.bytes?.readableBytes ?? 0
        state.withLockedValue { state in
            state.written += count
            state.hasWrittenAll = piece.isLast
        }
        guard let bytes = piece.bytes else { return noteSent(0) }
        writer.write(.byteBuffer(bytes)).whenComplete { result in
            switch result {
            case .success: if !piece.isLast { self.writeNext(to: writer) }
            case .failure(let error): self.end(.failure(error))
            }
        }
    }

    /// Waits for the next piece.
    private func next() -> EventLoopFuture<Piece> {
        guard let reader else {
            let start = state.withLockedValue { $0.written }
            let bytes = ByteBuffer(data: data.dropFirst(start).prefix(piece))
            let isLast = start + bytes.readableBytes == data.count
            // The first piece is sent with the head; later pieces take turns with other work of the loop.
            return start == 0
                ? loop.makeSucceededFuture(Piece(bytes: bytes, isLast: isLast))
                : loop.submit { Piece(bytes: bytes, isLast: isLast) }
        }
        let promise = loop.makePromise(of: Piece.self)
        reader.next { chunk in
            promise.completeWith(chunk.map { Piece(bytes: $0.map { ByteBuffer(data: $0) }, isLast: $0 == nil) })
        }
        return promise.futureResult
    }
}
#endif
