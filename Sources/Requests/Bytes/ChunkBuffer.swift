import Foundation

/// The unread chunks of a body, first in, first out.
struct ChunkBuffer {
    private var chunks: [Data] = []
    /// The index of the first unread chunk.
    private var start = 0

    /// The number of unread bytes.
    private(set) var count = 0

    mutating func append(_ chunk: Data) {
        chunks.append(chunk)
        count += chunk.count
    }

    /// Removes and returns the first chunk.
    ///
    /// - Complexity: O(1).
    mutating func removeFirst() -> Data? {
        guard start < chunks.count else { return nil }
        let chunk = chunks[start]
        chunks[start] = Data()
        start += 1
        count -= chunk.count
        if start == chunks.count {
            chunks.removeAll(keepingCapacity: true)
            start = 0
        }
        return chunk
    }

    /// Removes all chunks and returns them joined.
    mutating func removeAll() -> Data {
        defer { self = ChunkBuffer() }
        if chunks.count - start == 1 { return chunks[start] }
        var data = Data(capacity: count)
        for chunk in chunks[start...] { data.append(chunk) }
        return data
    }
}
