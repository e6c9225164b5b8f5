import Foundation

/// Reads the content of a request on the calling thread, and checks its length.
///
/// The first read opens the file or the stream. Reading may block, so use a thread that may wait, or ``BodyReader``.
package final class BlockingReader: ByteSource {
    private let body: RequestBody
    private let length: Int?
    private let subject: String
    private var stream: InputStream?
    private var count = 0

    /// Prepares to read a body that isn't a sequence.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - length: The declared number of bytes; `nil` if unknown.
    ///   - subject: The start of error messages.
    package init(_ body: RequestBody, length: Int?, subject: String = BodyReader.subject) {
        self.body = body
        self.length = length
        self.subject = subject
    }

    deinit { close() }

    /// Makes the stream without opening it, to find an error before anything is sent.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable``, or ``RequestErrorCode/bodyUnsupported`` for a sequence.
    package func prepare() throws(TransportError) {
        if stream == nil { stream = try body.makeStream(subject) ?? InputStream(data: Data()) }
    }

    package func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int {
        let stream = try opened()
        let read = try read(from: stream, into: memory, atMost: length.map { $0 - count } ?? memory.count)
        count += read
        guard let length else { return read }
        guard read > 0 || count == length else { throw .wrongLength(length, count, subject) }
        // Don't wait for more bytes: a stream may stay open.
        if count == length, stream.hasBytesAvailable {
            try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { byte throws(TransportError) in
                count += try self.read(from: stream, into: byte, atMost: 1)
            }
            if count > length { throw .wrongLength(length, count, subject) }
        }
        return read
    }

    private func read(
        from stream: InputStream, into memory: UnsafeMutableBufferPointer<UInt8>, atMost limit: Int
    ) throws(TransportError) -> Int {
        guard limit > 0, let start = memory.baseAddress else { return 0 }
        let read = stream.read(start, maxLength: min(limit, memory.count))
        if let error = stream.failure { throw .unreadable(error, subject) }
        return max(0, read)
    }

    package func close() {
        stream?.close()
    }

    private func opened() throws(TransportError) -> InputStream {
        try prepare()
        guard let stream else { throw .unreadableFile }
        if stream.streamStatus == .notOpen { stream.open() }
        if let error = stream.failure { throw .unreadable(error, subject) }
        return stream
    }
}

extension RequestBody {
    /// Makes the stream of a body; `nil` if there is no body.
    func makeStream(_ subject: String = BodyReader.subject) throws(TransportError) -> InputStream? {
        switch self {
        case .none:
            return nil
        case .data(let data):
            return InputStream(data: data)
        case .file(let url):
            guard let stream = InputStream(url: url) else { throw .unreadableFile }
            return stream
        case .stream(_, let make):
            do { return try make() } catch { throw .unreadable(error, subject) }
        case .chunks:
            throw .unsupportedSequence("URLRequest")
        }
    }
}

extension TransportError {
    static var unreadableFile: TransportError {
        TransportError(code: .bodyUnreadable, message: "the body's file can't be read")
    }

    static func unsupportedSequence(_ client: String) -> TransportError {
        TransportError(
            code: .bodyUnsupported,
            message: "\(client) can't send an asynchronous sequence: send the request with AsyncHTTPClient, or write "
                + "the sequence to a file and send .file(url)"
        )
    }

    static func unreadable(_ error: any Error, _ subject: String = BodyReader.subject) -> TransportError {
        // Pass on an error of a multipart body, which names the part. Wrap any other error: it may belong to a
        // different exchange, such as that of a forwarded response.
        if let error = error as? TransportError, [.bodyUnreadable, .bodyEncodingFailed].contains(error.code) {
            return error
        }
        return TransportError(code: .bodyUnreadable, message: "\(subject) could not be read", underlyingError: error)
    }

    static func wrongLength(_ length: Int, _ count: Int, _ subject: String) -> TransportError {
        let problem = count > length ? "more than" : "only \(count) of"
        return TransportError(
            code: .bodyUnreadable, message: "\(subject) has \(problem) the declared \(BodyText.size(length))")
    }
}
