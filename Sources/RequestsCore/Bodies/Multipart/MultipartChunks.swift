import Dispatch
import Foundation

/// The pieces of a body as a sequence, if one of them is a sequence.
struct MultipartChunks: AsyncSequence, Sendable {
    let pieces: [MultipartPieces.Piece]

    func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }

    /// An iterator that reads the pieces in order, and opens each source only when it reads it.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ArraySlice<MultipartPieces.Piece>
        private var current: Current?

        fileprivate init(rest: ArraySlice<MultipartPieces.Piece>) {
            self.rest = rest
        }

        private enum Current {
            case blocking(BlockingSource)
            case sequence(RequestChunks)
        }

        mutating func next() async throws -> Data? {
            while true {
                if let chunk = try await nextOfCurrent() { return chunk }
                switch rest.popFirst() {
                case nil: return nil
                case .bytes(let data)?: return data
                case .source(let source)?: current = Self.current(source)
                }
            }
        }

        private mutating func nextOfCurrent() async throws -> Data? {
            let chunk: Data?
            switch current {
            case nil: return nil
            case .blocking(let source): chunk = try await source.next()
            case .sequence(let chunks): chunk = try await chunks.next()
            }
            if chunk == nil { current = nil }
            return chunk
        }

        private static func current(_ source: MultipartPieces.Source) -> Current {
            if case .chunks(let isRepeatable, let make) = source.source,
                let chunks = RequestChunks(
                    .chunks(length: source.length, isRepeatable: isRepeatable, make),
                    subject: "in the part \(source.name.escapedForDisplay): the sequence")
            {
                return .sequence(chunks)
            }
            return .blocking(BlockingSource(source))
        }
    }
}

/// A file or a stream that is read on a queue, because reading may block.
private final class BlockingSource: Sendable {
    private let reader: Guarded<MultipartPiecesReader>
    private let queue = DispatchQueue(label: "Requests.MultipartChunks")

    init(_ source: MultipartPieces.Source) {
        reader = Guarded(MultipartPiecesReader([.source(source)]))
    }

    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Result { try read() }) }
        }
    }

    private func read() throws -> Data? {
        try reader.withLock { reader in
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = buffer.baseAddress.map { max(0, reader.read($0, maxLength: buffer.count)) } ?? 0
            }
            if bytes.isEmpty, let failure = reader.failure { throw failure }
            return bytes.isEmpty ? nil : Data(bytes)
        }
    }
}
