import Foundation
import Requests

/// The beginning of a body, followed by an error.
struct BrokenBody: AsyncSequence, Sendable {
    let base: MessageBody
    let count: Int
    let error: TransportError

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), left: count, error: error)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        var left: Int
        let error: TransportError

        @concurrent mutating func next() async throws -> Data? {
            guard left > 0, let chunk = try await base.next() else { throw error }
            let part = chunk.prefix(left)
            left -= part.count
            return part
        }
    }
}
