#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOPosix
import Requests

/// Sends a body piece by piece, as fast as the connection accepts it.
///
/// Pieces are read on NIO's threads for blocking work. The chunks of a sequence come from its task.
final class Upload: Sendable {
    /// The declared number of bytes; `nil` if the body is sent in chunks.
    let length: Int?

    private let piece: Int
    private let loop: any EventLoop
    private let reader: Guarded<RequestBodyReader>
    /// The sequence to send instead of the reader's bytes.
    private let chunks: RequestChunks?

    /// The promise for the end; `nil` before the beginning and after the end.
    ///
    /// It is separate from the reader, because the reader is locked while a stream is read.
    private let promise = Guarded<EventLoopPromise<Void>?>(nil)

    /// Makes a sender that reads a body piece by piece.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a missing file.
    init(_ body: RequestBody, piece: Int, on loop: any EventLoop) throws(TransportError) {
        let chunks = RequestChunks(body)
        let reader = try RequestBodyReader(chunks == nil ? body : .none)
        self.piece = piece
        self.loop = loop
        self.chunks = chunks
        length = if let chunks { chunks.length } else { reader.length }
        self.reader = Guarded(reader)
    }

    deinit {
        reader.withLock { $0.close() }
        chunks?.cancel()
    }

    /// Writes the whole body.
    func write(to writer: HTTPClient.Body.StreamWriter) -> EventLoopFuture<Void> {
        let newPromise = loop.makePromise(of: Void.self)
        promise.withLock { $0 = newPromise }
        writeNext(to: writer)
        return newPromise.futureResult
    }

    /// Ends the writing, even if the connection doesn't accept more bytes.
    ///
    /// Nothing else would end it in that case.
    func cancel() {
        chunks?.cancel()
        loop.execute { self.end(.failure(HTTPClientError.cancelled)) }
    }

    private func end(_ result: Result<Void, any Error>) {
        let promise = promise.withLock { promise in
            defer { promise = nil }
            return promise
        }
        promise?.completeWith(result)
    }

    private func writeNext(to writer: HTTPClient.Body.StreamWriter) {
        next().whenComplete { result in
            switch result {
            case .success(let buffer?):
                writer.write(.byteBuffer(buffer)).whenComplete { result in
                    switch result {
                    case .success: self.writeNext(to: writer)
                    case .failure(let error): self.end(.failure(error))
                    }
                }
            case .success(nil):
                self.end(.success(()))
            case .failure(let error):
                self.end(.failure(error))
            }
        }
    }

    /// Waits for the next piece; `nil` at the end.
    private func next() -> EventLoopFuture<ByteBuffer?> {
        guard let chunks else {
            return NIOThreadPool.singleton.runIfActive(eventLoop: loop) { try self.read() }
        }
        let promise = loop.makePromise(of: ByteBuffer?.self)
        chunks.next { chunk in promise.completeWith(chunk.map { $0.map { ByteBuffer(data: $0) } }) }
        return promise.futureResult
    }

    /// Reads the next piece; `nil` at the end.
    private func read() throws -> ByteBuffer? {
        let size = length.map { min($0, piece - 1) + 1 } ?? piece
        return try reader.withLock { reader in
            var buffer = ByteBuffer()
            buffer.reserveCapacity(size)
            let count = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { memory in
                let memory = UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
                return try memory.withMemoryRebound(to: UInt8.self) { memory in try reader.read(into: memory) }
            }
            return count > 0 ? buffer : nil
        }
    }
}
#endif
