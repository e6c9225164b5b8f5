import Foundation

/// Bytes that grow where they stand, and become `Data` without a copy.
///
/// An array moves to new memory as it grows, and is copied once more where `Data` is wanted: of a large body that is most of
/// what writing costs.
struct GrowingBytes: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    private(set) var count = 0

    init() {}

    deinit { free(memory) }

    /// The bytes, as long as nothing is appended.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// Appends what a function writes: at the most as many bytes as it is said.
    @inline(__always)
    mutating func append(upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        if capacity - count < limit { grow(by: limit) }
        var writer = ByteWriter(
            UnsafeMutableBufferPointer(start: memory.map { $0 + count }, count: limit))
        write(&writer)
        count += writer.count
    }

    /// Forgets what stands behind so many bytes.
    mutating func truncate(to count: Int) {
        self.count = min(count, self.count)
    }

    @inline(never)
    private mutating func grow(by limit: Int) {
        let size = max(512, 2 * capacity, count + limit)
        guard let grown = realloc(memory, size) else {
            // An array ends the process then, too.
            preconditionFailure("there is no memory for \(size) bytes")
        }
        memory = grown.assumingMemoryBound(to: UInt8.self)
        capacity = size
    }

    /// Hands the bytes over; there are none afterwards.
    mutating func takeData() -> Data {
        guard let memory, count > 0 else { return Data() }
        // What was asked for and not needed goes back.
        let kept = capacity - count > 4_096 ? realloc(memory, count) : nil
        let data = Data(
            bytesNoCopy: kept ?? UnsafeMutableRawPointer(memory), count: count, deallocator: .free)
        self.memory = nil
        capacity = 0
        count = 0
        return data
    }
}

extension UnsafeBufferPointer<UInt8> {
    func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard let baseAddress, let base = other.baseAddress else { return true }
        return memcmp(baseAddress, base, count) == 0
    }
}
