import Foundation

/// Bytes that arrive in several chunks, which are joined only at the end.
///
/// A growing buffer is copied repeatedly, each time into memory that the system has to clear first. For 16 MiB, that takes
/// several times as long as one copy at the end.
struct ByteRope: Sendable {
    private var pieces: [Data] = []
    /// The bytes after the pieces.
    private var tail: [UInt8] = []
    /// The number of bytes that were dropped from the front.
    private var start = 0

    /// The number of bytes.
    private(set) var count = 0

    /// The size in bytes from which a range of a chunk is stored without a copy.
    private static var ownPiece: Int { 4_096 }
    /// The number of bytes from small chunks that are joined into a piece.
    private static var tailLimit: Int { 65_536 }

    var isEmpty: Bool { count == 0 }

    /// Indicates whether the bytes are contiguous in memory.
    var isContiguous: Bool { pieces.isEmpty }

    var last: UInt8? { isEmpty ? nil : tail.last ?? pieces.last?.last }

    /// Appends a range of a chunk.
    mutating func append(_ range: Range<Int>, of bytes: Bytes, in chunk: Data) {
        count += range.count
        if range.count >= Self.ownPiece {
            closeTail()
            pieces.append(chunk[(chunk.startIndex + range.lowerBound)..<(chunk.startIndex + range.upperBound)])
        } else {
            tail += bytes[range]
            if tail.count >= Self.tailLimit { closeTail() }
        }
    }

    private mutating func closeTail() {
        guard !tail.isEmpty else { return }
        pieces.append(Data(tail))
        tail.removeAll(keepingCapacity: true)
    }

    /// Drops the first bytes; nothing may be appended afterwards.
    mutating func dropFirst(_ count: Int) {
        start += count
        self.count -= count
    }

    /// Drops the last byte; nothing may be appended afterwards.
    mutating func dropLast() {
        count -= 1
    }

    /// Releases all bytes, and the memory of a large element.
    mutating func removeAll() {
        if !pieces.isEmpty { pieces = [] }
        tail.removeAll(keepingCapacity: true)
        (start, count) = (0, 0)
    }

    /// Returns the first bytes; there may be fewer than `count`.
    func prefix(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        forEachPart { bytes += $0.prefix(count - bytes.count) }
        return bytes
    }

    /// Indicates whether the bytes begin with the byte order mark of UTF-8.
    var hasByteOrderMark: Bool { prefix(3).hasByteOrderMark }

    /// Calls a function with the bytes if they are contiguous.
    ///
    /// - Returns: The result of the function; `nil` if the bytes are not contiguous.
    func withContiguousBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result? {
        guard pieces.isEmpty else { return nil }
        return try tail.withUnsafeBufferPointer { try body($0.part(start..<(start + count))) }
    }

    /// Calls a function with each part in order.
    func forEachPart(_ body: (Bytes) -> Void) {
        var skipped = start, left = count
        func take(_ bytes: Bytes) {
            let first = min(skipped, bytes.count)
            skipped -= first
            let length = min(left, bytes.count - first)
            left -= length
            if length > 0 { body(bytes.part(first..<(first + length))) }
        }
        for piece in pieces { piece.withUnsafeBytes { take($0.bindMemory(to: UInt8.self)) } }
        tail.withUnsafeBufferPointer(take)
    }
}

/// The bytes of an element, which are contiguous or in several chunks.
enum ElementBytes {
    case whole(Bytes)
    case parts(ByteRope)

    /// The text; `nil` if the bytes are not UTF-8.
    var validText: String? {
        guard case .parts = self else { return wholeBytes.validText }
        return data.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self) { $0.validText } }
    }

    /// The text, with replacement characters for bytes that are not UTF-8.
    var text: String {
        guard case .parts = self else { return String(decoding: wholeBytes, as: UTF8.self) }
        return String(decoding: data, as: UTF8.self)
    }

    /// A copy of the bytes.
    var data: Data {
        guard case .parts(let rope) = self else { return Data(wholeBytes) }
        var data = Data(capacity: rope.count)
        rope.forEachPart { data.append($0) }
        return data
    }

    private var wholeBytes: Bytes {
        if case .whole(let bytes) = self { bytes } else { Bytes(start: nil, count: 0) }
    }
}
