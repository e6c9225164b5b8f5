public import Foundation

/// The body of a response, or of a request that a server receives, in chunks as they arrive.
///
/// It can be read once.
///
/// ```swift
/// for try await chunk in response.body { file.write(chunk) }
/// let data = try await response.body.collect(upTo: 1_000_000)
/// ```
///
/// Each chunk is delivered once: after some chunks, `collect(upTo:)` returns the rest, and after the end it returns no
/// bytes. Only one task may read at a time. Releasing a body that wasn't read to its end cancels its request.
public struct MessageBody: Sendable {
    private let source: Source

    private enum Source: Sendable {
        case reader(any MessageBodyReader)
        case chunks(@Sendable () -> any HiddenIterator<Data>)
    }

    /// Makes a body from bytes that are in memory.
    public init(_ data: Data) {
        source = .reader(DataReader(data))
    }

    /// Makes a body from an asynchronous sequence of chunks, such as an `AsyncThrowingStream`.
    ///
    /// - Parameter chunks: The chunks; empty chunks are skipped. Unlike other bodies, this body can be read again if
    ///   each iterator restarts the sequence.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        source = .chunks { IteratorBox(base: chunks.makeAsyncIterator()) }
    }

    package init(_ reader: any MessageBodyReader) {
        source = .reader(reader)
    }

    /// The number of unread bytes if all of them are in memory; otherwise `nil`.
    public var byteCount: Int? {
        guard case .reader(let reader) = source else { return nil }
        return reader.byteCount
    }

    /// Reads the whole body, or the rest of it.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: The bytes; empty if the body is empty or was already read.
    /// - Throws: ``RequestErrorCode/responseTooLarge`` if there are more bytes, and errors of the transport.
    public func collect(upTo limit: Int) async throws -> Data {
        switch source {
        case .reader(let reader):
            return try await reader.collect(upTo: limit)
        case .chunks(let makeIterator):
            var (chunks, data) = (makeIterator(), Data())
            while let chunk = try await chunks.next() {
                try data.append(chunk, upTo: limit, orThrow: TransportError.tooLarge(limit))
            }
            return data
        }
    }
}

extension MessageBody: AsyncSequence {
    /// Reads the body chunk by chunk.
    ///
    /// - Returns: An iterator over the chunks, which are never empty.
    public func makeAsyncIterator() -> AsyncIterator {
        switch source {
        case .reader(let reader): AsyncIterator(source: .reader(reader))
        case .chunks(let makeIterator): AsyncIterator(source: .chunks(makeIterator()))
        }
    }

    /// Reads the chunks of a body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var source: Source

        fileprivate enum Source {
            case reader(any MessageBodyReader)
            case chunks(any HiddenIterator<Data>)
        }

        /// Waits for the next chunk.
        ///
        /// - Returns: The chunk; `nil` at the end.
        /// - Throws: The errors of the transport.
        public mutating func next() async throws -> Data? {
            switch source {
            case .reader(let reader):
                return try await reader.next()
            case .chunks(var chunks):
                defer { source = .chunks(chunks) }
                while let chunk = try await chunks.next() {
                    if !chunk.isEmpty { return chunk }
                }
                return nil
            }
        }
    }
}
