import Foundation

/// The pieces of a body as a sequence, for a body in which at least one piece is a sequence.
struct MultipartChunks: AsyncSequence, Sendable {
    let pieces: [MultipartPieces.Piece]

    func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }

    /// An iterator that reads the pieces in order, and opens a source only when its turn comes.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ArraySlice<MultipartPieces.Piece>
        private var current: BodyReader?

        fileprivate init(rest: ArraySlice<MultipartPieces.Piece>) {
            self.rest = rest
        }

        mutating func next() async throws -> Data? {
            while true {
                if let chunk = try await current?.next() { return chunk }
                current = nil
                switch rest.popFirst() {
                case nil: return nil
                case .bytes(let data)?: return data
                case .source(let source)?:
                    current = BodyReader(source.body, length: source.length, subject: source.subject)
                }
            }
        }
    }
}
