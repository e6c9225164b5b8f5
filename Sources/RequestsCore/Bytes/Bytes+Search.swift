#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Bytes borrowed from a chunk or from the rest of earlier chunks.
@usableFromInline
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// Returns the first position of a byte, at or after a start position; `count` if there is none.
    ///
    /// The C library checks 32 bytes at a time.
    @usableFromInline
    package func position(of byte: UInt8, from start: Int = 0) -> Int {
        guard start < count, let base = baseAddress else { return count }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the first position of a byte; this function is fast if the byte is usually at the start position.
    @inlinable
    package func nextPosition(of byte: UInt8, from start: Int) -> Int {
        start < count && self[start] == byte ? start : position(of: byte, from: start)
    }

    /// Returns the bytes in a range.
    @inlinable
    package func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    /// Returns whether these are the bytes of a text.
    package func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && (baseAddress.map { memcmp($0, text.utf8Start, count) == 0 } ?? true)
    }

    /// Returns whether these bytes equal other bytes.
    func equals(_ other: Bytes) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, count) == 0
    }

    /// Indicates whether all bytes are ASCII.
    package var isASCII: Bool {
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80
    }

    /// Indicates whether there is a control character: a byte below 0x20, or 0x7F.
    var hasControls: Bool {
        guard let base = baseAddress else { return false }
        if count < 8 { return contains { $0 < 0x20 || $0 == 0x7F } }
        let memory = UnsafeRawPointer(base)
        var position = 0
        while position < count {
            // The last eight bytes may overlap bytes that were already checked.
            let word = memory.loadUnaligned(fromByteOffset: Swift.min(position, count - 8), as: UInt64.self)
            if Self.hasControls(word) { return true }
            position += 8
        }
        return false
    }

    /// Returns whether one of eight bytes is a control character.
    ///
    /// A subtraction sets the highest bit of each byte that is too small, if that bit was clear. A borrow may also set
    /// the highest bit of the byte above a control character. Without a control character, there is no borrow.
    private static func hasControls(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest: UInt64 = 0x8080_8080_8080_8080
        let isBelow0x20 = (word &- ones &* 0x20) & ~word
        let delete = word ^ ones &* 0x7F
        let isDelete = (delete &- ones) & ~delete
        return (isBelow0x20 | isDelete) & highest != 0
    }

    /// The text; `nil` if the bytes are not UTF-8.
    ///
    /// Decoding with repairs and then comparing the bytes takes half the time of validating.
    package var validText: String? {
        var text = String(decoding: self, as: UTF8.self)
        return text.withUTF8(equals) ? text : nil
    }
}
