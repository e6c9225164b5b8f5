public import Foundation

/// The body of an answer, or of a request that a server gets, in chunks as they come.
///
/// It can be read once.
///
/// ```swift
/// for try await chunk in response.body { file.write(chunk) }
/// let data = try await response.body.collect(upTo: 1_000_000)
/// ```
///
/// What one reader has taken the next does not get: `collect(upTo:)` after some chunks gives the rest, and after the end
/// there is nothing. One task reads at a time. A body that is dropped before its end has its request cancelled.
public struct MessageBody: Sendable {
    private let source: Source

    private enum Source: Sendable {
        case reader(any MessageBodyReader)
        case chunks(any AsyncSequence<Data, any Error> & Sendable)
    }

    /// Makes a body of bytes that are all there.
    public init(_ data: Data) {
        source = .reader(DataReader(data))
    }

    /// Makes a body of chunks that come one after the other, such as an `AsyncThrowingStream`.
    ///
    /// - Parameter chunks: The chunks; empty ones are left out. A sequence that starts again for each iterator lets the body be
    ///   read again.
    public init(_ chunks: some AsyncSequence<Data, any Error> & Sendable) {
        source = .chunks(chunks)
    }

    /// Makes a body of chunks that can't fail, such as an `AsyncStream`.
    ///
    /// - Parameter chunks: The chunks; empty ones are left out.
    public init(_ chunks: some AsyncSequence<Data, Never> & Sendable) {
        self.init(chunks.map { chunk throws in chunk })
    }

    init(_ reader: any MessageBodyReader) {
        source = .reader(reader)
    }

    /// How many bytes there are to read, where all of them are there; `nil` where they are still to come.
    public var byteCount: Int? {
        guard case .reader(let reader) = source else { return nil }
        return reader.byteCount
    }

    /// Reads the whole body, or what is left of it.
    ///
    /// - Parameter limit: How many bytes to take at the most.
    /// - Returns: The bytes, none where the body is empty or read.
    /// - Throws: ``RequestErrorCode/responseTooLarge`` where there are more, and what the transport throws.
    public func collect(upTo limit: Int) async throws -> Data {
        switch source {
        case .reader(let reader): try await reader.collect(upTo: limit)
        case .chunks(let chunks): try await Self.collect(chunks, upTo: limit)
        }
    }

    private static func collect(
        _ chunks: some AsyncSequence<Data, any Error>, upTo limit: Int
    ) async throws -> Data {
        var data = Data()
        for try await chunk in chunks {
            guard chunk.count <= limit - data.count else { throw TransportError.tooLarge(limit) }
            data.append(chunk)
        }
        return data
    }
}

extension MessageBody: AsyncSequence {
    /// Reads the body chunk by chunk.
    ///
    /// - Returns: What reads it.
    public func makeAsyncIterator() -> AsyncIterator {
        switch source {
        case .reader(let reader): AsyncIterator(source: .reader(reader))
        case .chunks(let chunks): AsyncIterator(source: .chunks(Self.iterator(of: chunks)))
        }
    }

    private static func iterator(
        of chunks: some AsyncSequence<Data, any Error>
    ) -> any AsyncIteratorProtocol<Data, any Error> {
        chunks.makeAsyncIterator()
    }

    /// Reads the chunks of a body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var source: Source

        fileprivate enum Source {
            case reader(any MessageBodyReader)
            case chunks(any AsyncIteratorProtocol<Data, any Error>)
        }

        /// The next chunk, which is never empty; `nil` at the end.
        public mutating func next() async throws -> Data? {
            switch source {
            case .reader(let reader):
                return try await reader.next()
            case .chunks(var chunks):
                defer { source = .chunks(chunks) }
                while let chunk = try await chunks.next(isolation: nil) {
                    if !chunk.isEmpty { return chunk }
                }
                return nil
            }
        }
    }
}
