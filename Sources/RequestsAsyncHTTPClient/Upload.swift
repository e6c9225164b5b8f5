#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOPosix
import Requests

/// Sends a body piece by piece, as fast as the connection takes it.
///
/// Pieces are read on the threads that NIO has for blocking work.
final class Upload: Sendable {
    /// How many bytes are promised; `nil` where the body goes in chunks.
    let length: Int?

    private let body: RequestBody
    private let piece: Int
    private let loop: any EventLoop
    private let state = Guarded(State())

    private struct State {
        var stream: InputStream?
        var sent = 0
    }

    /// What is told of the end; `nil` before the beginning and after the end.
    ///
    /// It is apart from the state, which is held while a stream is read.
    private let promise = Guarded<EventLoopPromise<Void>?>(nil)

    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a file that is not there.
    init(_ body: RequestBody, piece: Int, on loop: any EventLoop) throws(TransportError) {
        if case .file(let url) = body {
            // Not opened yet: many may wait for a connection.
            guard body.length != nil, FileManager.default.isReadableFile(atPath: url.path) else {
                throw TransportError(code: .bodyUnreadable, message: "the file of the body can't be read")
            }
        }
        self.body = body
        self.piece = piece
        self.loop = loop
        length = body.length
    }

    deinit { close() }

    /// Writes the whole body.
    func write(to writer: HTTPClient.Body.StreamWriter) -> EventLoopFuture<Void> {
        let newPromise = loop.makePromise(of: Void.self)
        promise.withLock { $0 = newPromise }
        writeNext(to: writer)
        return newPromise.futureResult
    }

    /// Ends the writing, also where the connection takes no more: nothing would come of that any longer.
    func cancel() {
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
        NIOThreadPool.singleton.runIfActive(eventLoop: loop) { try self.read() }.whenComplete { result in
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

    /// Reads the next piece; `nil` at the end.
    private func read() throws -> ByteBuffer? {
        try state.withLock { state in
            let stream = try state.stream ?? body.opened()
            state.stream = stream
            return try read(from: stream, &state.sent)
        }
    }

    private func read(from stream: InputStream, _ sent: inout Int) throws(TransportError) -> ByteBuffer? {
        // One more than is left shows that there is more than was promised.
        let count = length.map { min($0 - sent + 1, piece) } ?? piece
        var buffer = ByteBuffer()
        buffer.reserveCapacity(count)
        let read = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
            memory.withMemoryRebound(to: UInt8.self) { memory in
                memory.baseAddress.map { max(0, stream.read($0, maxLength: count)) } ?? 0
            }
        }
        if let error = stream.failure { throw .unreadable(error) }
        sent += read
        if let length {
            guard sent <= length else { throw .wrongLength(length, "more") }
            guard read > 0 || sent == length else { throw .wrongLength(length, "only \(sent)") }
        }
        guard read == 0 else { return buffer }
        stream.close()
        return nil
    }

    private func close() {
        state.withLock { state in
            state.stream?.close()
            state.stream = nil
        }
    }
}

extension RequestBody {
    /// The body as a stream that is open.
    fileprivate func opened() throws(TransportError) -> InputStream {
        let stream: InputStream
        switch self {
        case .none:
            stream = InputStream(data: Data())
        case .data(let data):
            stream = InputStream(data: data)
        case .file(let url):
            guard let file = InputStream(url: url) else {
                throw TransportError(code: .bodyUnreadable, message: "the file of the body can't be read")
            }
            stream = file
        case .stream(_, let make):
            do { stream = try make() } catch { throw .unreadable(error) }
        }
        stream.open()
        if let error = stream.failure { throw .unreadable(error) }
        return stream
    }
}

extension RequestError<Never> {
    fileprivate static func unreadable(_ error: any Error) -> TransportError {
        // A body of parts says itself which of them it was.
        if let error = error as? TransportError { return error }
        return TransportError(
            code: .bodyUnreadable,
            message: "the body of the request could not be read",
            underlyingError: error
        )
    }

    fileprivate static func wrongLength(_ length: Int, _ found: String) -> TransportError {
        TransportError(
            code: .bodyUnreadable,
            message: "the body of the request was to have \(length) bytes, and has \(found)"
        )
    }
}
#endif
