package import Foundation

/// The unread chunks of a body, first in, first out.
///
/// Many small chunks are joined, so that the memory depends on the number of bytes, not on the number of chunks.
package struct ChunkBuffer {
    /// If there are `many` chunks, a new chunk below `small` bytes is added to the last chunk, if that is below
    /// `joined` bytes.
    private static var many: Int { 64 }
    private static var small: Int { 512 }
    private static var joined: Int { 8 * 1_024 }

    private var chunks: [Data] = []
    /// The index of the first unread chunk.
    private var start = 0

    /// The number of unread bytes.
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ chunk: Data) {
        count += chunk.count
        let isMany = chunks.count - start >= Self.many
        if isMany, chunk.count < Self.small, chunks[chunks.count - 1].count < Self.joined {
            chunks[chunks.count - 1].append(chunk)
        } else {
            chunks.append(chunk)
        }
    }

    /// Removes and returns the first chunk.
    ///
    /// - Complexity: O(1).
    package mutating func removeFirst() -> Data? {
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
