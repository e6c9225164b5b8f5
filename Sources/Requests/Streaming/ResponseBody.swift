public import Foundation

/// The body of an answer, in chunks as they come. It can be read once.
///
/// ```swift
/// for try await chunk in response.body { file.write(chunk) }
/// let data = try await response.body.collect(upTo: 1_000_000)
/// ```
///
/// A body that is dropped before its end has its request cancelled.
public struct ResponseBody: Sendable {
    private let source: Source

    private enum Source: Sendable {
        case data(Data)
        case reader(any ResponseBodyReader)
        case chunks(any AsyncSequence<Data, any Error> & Sendable)
    }

    /// Makes a body of bytes that are all there.
    public init(_ data: Data) {
        source = .data(data)
    }

    /// Makes a body of chunks that come one after the other, such as an `AsyncThrowingStream`.
    public init(_ chunks: some AsyncSequence<Data, any Error> & Sendable) {
        source = .chunks(chunks)
    }

    init(_ reader: any ResponseBodyReader) {
        source = .reader(reader)
    }

    /// Reads the whole body.
    ///
    /// - Parameter limit: How many bytes to take at the most.
    /// - Throws: ``RequestErrorCode/responseTooLarge`` where there are more, and what the transport throws.
    public func collect(upTo limit: Int) async throws -> Data {
        switch source {
        case .data(let data):
            guard data.count <= limit else { throw TransportError.tooLarge(limit) }
            return data
        case .reader(let reader):
            return try await reader.collect(upTo: limit)
        case .chunks(let chunks):
            return try await Self.collect(chunks, upTo: limit)
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

extension ResponseBody: AsyncSequence {
    public func makeAsyncIterator() -> AsyncIterator {
        switch source {
        case .data(let data): AsyncIterator(source: .data(data.isEmpty ? nil : data))
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
            case data(Data?)
            case reader(any ResponseBodyReader)
            case chunks(any AsyncIteratorProtocol<Data, any Error>)
        }

        /// The next chunk, which is never empty; `nil` at the end.
        public mutating func next() async throws -> Data? {
            switch source {
            case .data(let data):
                source = .data(nil)
                return data
            case .reader(let reader):
                return try await reader.next()
            case .chunks(var chunks):
                let chunk = try await chunks.next(isolation: nil)
                source = .chunks(chunks)
                return chunk
            }
        }
    }
}

/// Reads a body from a transport of ours. One that is released before the end cancels its request.
protocol ResponseBodyReader: AnyObject, Sendable {
    /// The next chunk; `nil` at the end.
    func next() async throws -> Data?

    /// All that is left.
    func collect(upTo limit: Int) async throws -> Data
}

extension RequestError<Never> {
    static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "the body of the answer is larger than the limit of \(BodyText.size(limit)); "
                + "raise it with setting(\\.responseSizeLimit, …)"
        )
    }
}
