package import Foundation

/// Reads the content of a request in pieces, and checks its length against the declared one.
///
/// The first read opens the file or the stream. Each read blocks, so use a thread that may block. For a sequence, use
/// ``RequestChunks`` instead.
package struct RequestBodyReader {
    /// The declared number of bytes; `nil` if unknown.
    package let length: Int?

    private let body: RequestBody
    private var stream: InputStream?
    private var count = 0

    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a file that does not exist.
    package init(_ body: RequestBody) throws(TransportError) {
        self.body = body
        length = body.length
        if case .file(let url) = body {
            // Don't open the file yet: many requests may be waiting for a connection.
            guard length != nil, FileManager.default.isReadableFile(atPath: url.path) else { throw .unreadableFile }
        }
    }

    /// Reads the next bytes.
    ///
    /// - Parameter memory: The memory for the bytes.
    /// - Returns: The number of bytes; 0 at the end, after the stream was closed.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``.
    package mutating func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int {
        let stream = try opened()
        // Reading one byte more than remains shows whether there are more bytes than declared.
        let limit = length.map { min($0 - count, memory.count - 1) + 1 } ?? memory.count
        let read = memory.baseAddress.map { max(0, stream.read($0, maxLength: limit)) } ?? 0
        if let error = stream.failure { throw .unreadable(error) }
        count += read
        if let length {
            guard count <= length else { throw .wrongLength(length, "more") }
            guard read > 0 || count == length else { throw .wrongLength(length, "only \(count)") }
        }
        if read == 0 { stream.close() }
        return read
    }

    /// Reads the next piece.
    ///
    /// - Parameter size: The maximum number of bytes.
    /// - Returns: The piece; `nil` at the end, after the stream was closed.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``.
    package mutating func readPiece(of size: Int) throws -> Data? {
        // One byte more than the length shows whether the body is longer.
        let capacity = length.map { min($0, size - 1) + 1 } ?? size
        var piece = Data(count: capacity)
        let count = try piece.withUnsafeMutableBytes { memory in
            try memory.withMemoryRebound(to: UInt8.self) { try read(into: $0) }
        }
        guard count > 0 else { return nil }
        // A small piece is copied, so that it does not keep the whole buffer in memory.
        return count < capacity / 2 ? Data(piece.prefix(count)) : piece.prefix(count)
    }

    /// Opens the file or the stream before the first read.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable``.
    package mutating func open() throws(TransportError) {
        _ = try opened()
    }

    /// Closes the stream.
    package mutating func close() {
        stream?.close()
        stream = nil
    }

    /// Checks that a stream with the declared length 0 is empty, without waiting for it.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable``.
    static func checkIsEmpty(_ makeStream: () throws -> InputStream) throws(TransportError) {
        let stream: InputStream
        do { stream = try makeStream() } catch { throw .unreadable(error) }
        stream.open()
        defer { stream.close() }
        if let error = stream.failure { throw .unreadable(error) }
        guard stream.hasBytesAvailable else { return }
        let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { byte in
            byte.baseAddress.map { stream.read($0, maxLength: 1) } ?? 0
        }
        if let error = stream.failure { throw .unreadable(error) }
        if count > 0 { throw .wrongLength(0, "more") }
    }

    private mutating func opened() throws(TransportError) -> InputStream {
        if let stream { return stream }
        let new: InputStream
        switch body {
        case .none:
            new = InputStream(data: Data())
        case .data(let data):
            new = InputStream(data: data)
        case .file(let url):
            guard let file = InputStream(url: url) else { throw .unreadableFile }
            new = file
        case .stream(_, let make):
            do { new = try make() } catch { throw .unreadable(error) }
        case .chunks:
            throw .unsupportedSequence("a reader that blocks")
        }
        new.open()
        stream = new
        if let error = new.failure { throw .unreadable(error) }
        return new
    }
}

extension TransportError {
    static var unreadableFile: TransportError {
        TransportError(code: .bodyUnreadable, message: "the file of the body can't be read")
    }

    static func unreadable(
        _ error: any Error, _ subject: String = "the body of the request"
    ) -> TransportError {
        // The error of a multipart body already names the part. Other errors, such as those of a forwarded response,
        // don't belong to this exchange.
        if let error = error as? TransportError, [.bodyUnreadable, .bodyEncodingFailed].contains(error.code) {
            return error
        }
        return TransportError(
            code: .bodyUnreadable,
            message: "\(subject) could not be read",
            underlyingError: error
        )
    }

    static func wrongLength(
        _ length: Int, _ found: String, _ subject: String = "the body of the request"
    ) -> TransportError {
        TransportError(
            code: .bodyUnreadable,
            message: "\(subject) was to have \(length) bytes, and has \(found)"
        )
    }
}
