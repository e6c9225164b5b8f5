import Foundation

/// Bytes that come in several chunks, kept as they came until all of them are there.
///
/// A buffer that grows is copied each time, and each time into memory that the system has to clear first: for 16 MiB that
/// takes several times as long as the one copy at the end.
struct ByteRope: Sendable {
    private var pieces: [Data] = []
    /// Bytes behind the pieces.
    private var tail: [UInt8] = []
    /// How many bytes in front were dropped.
    private var start = 0

    /// How many bytes there are.
    private(set) var count = 0

    /// From this size in bytes on, what stands in a chunk is not copied.
    private static var ownPiece: Int { 4_096 }
    /// How many bytes of small chunks become a piece.
    private static var tailLimit: Int { 65_536 }

    var isEmpty: Bool { count == 0 }

    /// Whether the bytes stand together.
    var isContiguous: Bool { pieces.isEmpty }

    var last: UInt8? { isEmpty ? nil : tail.last ?? pieces.last?.last }

    /// Appends what stands in a chunk.
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

    /// Leaves the first bytes out; nothing is appended behind that.
    mutating func dropFirst(_ count: Int) {
        start += count
        self.count -= count
    }

    /// Leaves the last byte out; nothing is appended behind that.
    mutating func dropLast() {
        count -= 1
    }

    /// Lets go of all bytes, and of the memory that a large element took.
    mutating func removeAll() {
        if !pieces.isEmpty { pieces = [] }
        tail.removeAll(keepingCapacity: true)
        (start, count) = (0, 0)
    }

    /// The first bytes, of which there may be fewer.
    func prefix(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        forEachPart { bytes += $0.prefix(count - bytes.count) }
        return bytes
    }

    /// Whether the byte order mark of UTF-8 is in front.
    var hasByteOrderMark: Bool { prefix(3).withUnsafeBufferPointer(\.hasByteOrderMark) }

    /// Calls a function with the bytes, where they stand together.
    ///
    /// - Returns: `nil` where they don't.
    func withContiguousBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result? {
        guard pieces.isEmpty else { return nil }
        return try tail.withUnsafeBufferPointer { try body($0.part(start..<(start + count))) }
    }

    /// Calls a function with one part after the other.
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

/// The bytes of an element: they stand together, or in several chunks.
enum ElementBytes {
    case whole(Bytes)
    case parts(ByteRope)

    /// The text, where the bytes are UTF-8.
    var validText: String? {
        guard case .parts(let rope) = self else { return wholeBytes.validText }
        var text = text
        let isSame = text.withUTF8 { utf8 in
            guard utf8.count == rope.count else { return false }
            var position = 0, isSame = true
            rope.forEachPart { part in
                isSame = isSame && utf8.part(position..<(position + part.count)).equals(part)
                position += part.count
            }
            return isSame
        }
        return isSame ? text : nil
    }

    /// The text; what is not UTF-8 is replaced.
    var text: String {
        guard case .parts(let rope) = self else { return String(decoding: wholeBytes, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: rope.count) { rope.copy(to: $0) }
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

extension ByteRope {
    /// Copies all bytes into memory that has room for them, and returns how many they are.
    fileprivate func copy(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = ByteWriter(memory)
        forEachPart { writer.write($0) }
        return writer.count
    }
}
