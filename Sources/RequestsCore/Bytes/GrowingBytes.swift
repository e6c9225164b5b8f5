import Foundation

/// Bytes that grow in place and become `Data` without a copy.
///
/// An array is copied as it grows, and once more to convert it to `Data`. For a large body, these copies are most of
/// the cost of writing.
struct GrowingBytes: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    private(set) var count = 0

    init() {}

    deinit { free(memory) }

    /// The bytes, which are valid until something is appended.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// Appends the bytes that a function writes: at most `limit` bytes.
    @inline(__always)
    mutating func append(upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        if capacity - count < limit { grow(by: limit) }
        var writer = ByteWriter(
            UnsafeMutableBufferPointer(start: memory.map { $0 + count }, count: limit))
        write(&writer)
        assert(writer.count <= limit, "more bytes were written than reserved")
        count += writer.count
    }

    /// Removes all bytes after the first `count` bytes.
    mutating func truncate(to count: Int) { self.count = min(self.count, count) }

    @inline(never)
    private mutating func grow(by limit: Int) {
        let size = max(512, 2 * capacity, count + limit)
        guard let grown = realloc(memory, size) else {
            // An array also ends the process in this case.
            preconditionFailure("out of memory: could not allocate \(size) bytes")
        }
        memory = grown.assumingMemoryBound(to: UInt8.self)
        capacity = size
    }

    /// Returns the bytes and removes them, without a copy.
    mutating func takeData() -> Data {
        guard let memory, count > 0 else { return Data() }
        // Free the memory that was not needed.
        let kept = capacity - count > 4_096 ? realloc(memory, count) : nil
        let data = Data(
            bytesNoCopy: kept ?? UnsafeMutableRawPointer(memory), count: count, deallocator: .free)
        self.memory = nil
        capacity = 0
        count = 0
        return data
    }
}
