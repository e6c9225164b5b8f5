#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat
import NIOPosix
import RequestsCore

/// Sends a body piece by piece, as fast as the connection accepts it.
///
/// Data is sent from memory. Files and streams are read on NIO's threads for blocking work. The chunks of a sequence come from
/// its task.
final class Upload: Sendable {
    /// The declared number of bytes; `nil` if the body is sent in chunks.
    let length: Int?

    private let piece: Int
    private let loop: any EventLoop
    /// The bytes in memory; `nil` for other bodies.
    private let data: Data?
    /// The sequence; `nil` for other bodies.
    private let chunks: RequestChunks?
    /// The reader of a file or a stream.
    private let reader: Guarded<RequestBodyReader>
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
        data = if case .data(let data) = body { data } else { nil }
        let chunks = RequestChunks(body)
        let isRead = data == nil && chunks == nil
        let reader = try RequestBodyReader(isRead ? body : .none)
        length = isRead ? reader.length : body.length
        self.reader = Guarded(reader)
        self.chunks = chunks
    }

    deinit {
        reader.withLock { $0.close() }
        chunks?.cancel()
    }

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
        chunks?.cancel()
        loop.execute { self.end(.failure(HTTPClientError.cancelled)) }
    }

    /// Records that the client has sent bytes, and ends the body after the last ones.
    ///
    /// After the response has begun, AsyncHTTPClient (1.37) may drop bytes, and treats an end that follows as a wrong length.
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
        if let data {
            let start = state.withLockedValue { $0.written }
            let bytes = ByteBuffer(data: data.dropFirst(start).prefix(piece))
            let isLast = start + bytes.readableBytes == data.count
            // The first piece is sent with the head; the others take turns with other work of the loop.
            return start == 0
                ? loop.makeSucceededFuture(Piece(bytes: bytes, isLast: isLast))
                : loop.submit { Piece(bytes: bytes, isLast: isLast) }
        }
        guard let chunks else {
            return NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
                try self.reader.withLock { try self.read(&$0) }
            }
        }
        let promise = loop.makePromise(of: Piece.self)
        chunks.next { chunk in
            promise.completeWith(chunk.map { Piece(bytes: $0.map { ByteBuffer(data: $0) }, isLast: $0 == nil) })
        }
        return promise.futureResult
    }

    /// Reads the next piece of a file or a stream.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable``.
    private func read(_ reader: inout RequestBodyReader) throws -> Piece {
        let size = length.map { min($0, piece - 1) + 1 } ?? piece
        var bytes = ByteBuffer()
        bytes.reserveCapacity(size)
        let count = try bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { memory in
            let memory = UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
            return try memory.withMemoryRebound(to: UInt8.self) { memory in try reader.read(into: memory) }
        }
        guard count > 0 else { return Piece(bytes: nil, isLast: true) }
        // The last piece of a declared length is sent only if nothing follows.
        let isLast = state.withLockedValue { $0.written } + count == length
        if isLast { _ = try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { try reader.read(into: $0) } }
        return Piece(bytes: bytes, isLast: isLast)
    }
}
#endif
