public import Foundation

extension BodyProvider {
    /// Makes a body from a stream, which is never held in memory.
    ///
    /// - Parameters:
    ///   - contentType: The media type. By default it is `application/octet-stream`.
    ///   - length: The length in bytes, if known.
    ///   - makeStream: Makes the stream, without opening it. The function is called again if the request is sent again.
    /// - Returns: The provider of the body.
    public static func stream(
        contentType: MediaType = .octetStream,
        length: Int? = nil,
        _ makeStream: @escaping @Sendable () throws -> InputStream
    ) -> BodyProvider {
        BodyProvider { header, _ in
            header.append(.contentType(contentType))
            return .stream(length: length, makeStream)
        }
    }

    /// Makes a body from an asynchronous sequence of chunks, which are never held in memory together.
    ///
    /// ```swift
    /// api.post(.stream(contentType: "text/csv") { table.rows().map { Data($0.utf8) } }, to: "/tables")
    /// ```
    ///
    /// A chunk is requested from the sequence only when it can be sent. If the call is cancelled, so is the sequence.
    ///
    /// - Parameters:
    ///   - contentType: The media type. By default it is `application/octet-stream`.
    ///   - length: The length in bytes, if known; if the sequence has a different length, sending throws
    ///     ``RequestErrorCode/bodyUnreadable``. Without a length, the body is sent in chunks.
    ///   - makeChunks: Makes the sequence. The function is called again if the request is sent again. The elements are
    ///     `Data`, `[UInt8]` or any other sequence of bytes. If the function or the sequence throws an error, sending
    ///     throws ``RequestErrorCode/bodyUnreadable``.
    /// - Returns: The provider of the body. A transport that can't send a sequence throws
    ///   ``RequestErrorCode/bodyUnsupported``.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        contentType: MediaType = .octetStream,
        length: Int? = nil,
        _ makeChunks: @escaping @Sendable () async throws -> Chunks
    ) -> BodyProvider where Chunks.Element: Sequence<UInt8> & Sendable {
        chunks(contentType, length) { MessageBody(chunksOf: try await makeChunks()) }
    }

    /// Makes a body from an asynchronous sequence of bytes.
    ///
    /// The bytes are sent in chunks of 64 KiB. To send bytes earlier, use a sequence of chunks.
    ///
    /// - Parameters:
    ///   - contentType: The media type. By default it is `application/octet-stream`.
    ///   - length: The length in bytes, if known.
    ///   - makeBytes: Makes the sequence. The function is called again if the request is sent again.
    /// - Returns: The provider of the body. A transport that can't send a sequence throws
    ///   ``RequestErrorCode/bodyUnsupported``.
    public static func stream<Bytes: AsyncSequence & Sendable>(
        contentType: MediaType = .octetStream,
        length: Int? = nil,
        _ makeBytes: @escaping @Sendable () async throws -> Bytes
    ) -> BodyProvider where Bytes.Element == UInt8 {
        chunks(contentType, length) { MessageBody(GatheredBytes(bytes: try await makeBytes())) }
    }

    /// Makes a body from an asynchronous sequence of chunks that can be sent only once, such as the body of a response.
    ///
    /// ```swift
    /// api.put(.stream(response.body, contentType: "video/mp4"), to: "/films/1")
    /// ```
    ///
    /// - Parameters:
    ///   - chunks: The sequence, whose elements are `Data`, `[UInt8]` or any other sequence of bytes. The request is
    ///     not retried. A redirect that would send the body again throws ``RequestErrorCode/bodyUnreadable``.
    ///   - contentType: The media type. By default it is `application/octet-stream`.
    ///   - length: The length in bytes, if known.
    /// - Returns: The provider of the body. A transport that can't send a sequence throws
    ///   ``RequestErrorCode/bodyUnsupported``.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, contentType: MediaType = .octetStream, length: Int? = nil
    ) -> BodyProvider where Chunks.Element: Sequence<UInt8> & Sendable {
        once(contentType, length, MessageBody(chunksOf: chunks))
    }

    /// Makes a body from an asynchronous sequence of bytes that can be sent only once.
    ///
    /// - Parameters:
    ///   - bytes: The sequence, whose bytes are sent in chunks of 64 KiB.
    ///   - contentType: The media type. By default it is `application/octet-stream`.
    ///   - length: The length in bytes, if known.
    /// - Returns: The provider of the body. A transport that can't send a sequence throws
    ///   ``RequestErrorCode/bodyUnsupported``.
    public static func stream<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, contentType: MediaType = .octetStream, length: Int? = nil
    ) -> BodyProvider where Bytes.Element == UInt8 {
        once(contentType, length, MessageBody(GatheredBytes(bytes: bytes)))
    }

    private static func chunks(
        _ type: MediaType, _ length: Int?, _ makeChunks: @escaping @Sendable () async throws -> MessageBody
    ) -> BodyProvider {
        BodyProvider { header, _ in
            header.append(.contentType(type))
            return .chunks(length: length, isRepeatable: true, makeChunks)
        }
    }

    private static func once(_ type: MediaType, _ length: Int?, _ chunks: MessageBody) -> BodyProvider {
        let rest = OneBody(chunks)
        return BodyProvider { header, _ in
            header.append(.contentType(type))
            return .chunks(length: length, isRepeatable: false) { try rest.take() }
        }
    }
}

/// A sequence that is released when it is sent.
///
/// Its producer can then notice that nobody reads the sequence anymore.
private final class OneBody: Sendable {
    private let chunks: Guarded<MessageBody?>

    init(_ chunks: MessageBody) {
        self.chunks = Guarded(chunks)
    }

    func take() throws(TransportError) -> MessageBody {
        let taken = chunks.withLock { chunks in
            defer { chunks = nil }
            return chunks
        }
        if let taken { return taken }
        throw TransportError(
            code: .bodyUnreadable,
            message:
                "the body's sequence was already sent, and can't be created again: pass a closure that creates the "
                + "sequence"
        )
    }
}

extension MessageBody {
    /// Makes a body from chunks of any type.
    fileprivate init<Chunks: AsyncSequence & Sendable>(
        chunksOf chunks: Chunks
    ) where Chunks.Element: Sequence<UInt8> & Sendable {
        self.init(chunks.map { chunk throws in chunk as? Data ?? Data(chunk) })
    }
}

/// The bytes of a sequence, collected into chunks.
private struct GatheredBytes<Bytes: AsyncSequence & Sendable>: AsyncSequence, Sendable where Bytes.Element == UInt8 {
    let bytes: Bytes

    func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        private static var size: Int { 65_536 }

        var bytes: Bytes.AsyncIterator

        @concurrent mutating func next() async throws -> Data? {
            var chunk = Data()
            while chunk.count < Self.size, let byte = try await bytes.next() { chunk.append(byte) }
            return chunk.isEmpty ? nil : chunk
        }
    }
}
