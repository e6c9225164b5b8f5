#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// Bytes that are borrowed from a chunk or from what was left of earlier ones.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// Where a byte stands first, from a position on; the count where it does not.
    ///
    /// The C library looks at 32 bytes at a time.
    func position(of byte: UInt8, from start: Int = 0) -> Int {
        guard start < count, let base = baseAddress else { return count }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The same, where the byte mostly stands at that position.
    func nextPosition(of byte: UInt8, from start: Int) -> Int {
        start < count && self[start] == byte ? start : position(of: byte, from: start)
    }

    /// The bytes of a range.
    func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    /// Whether these are the bytes of a text.
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && (baseAddress.map { memcmp($0, text.utf8Start, count) == 0 } ?? true)
    }

    /// Whether these are the same bytes as others.
    func equals(_ other: Bytes) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, count) == 0
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80
    }

    /// Whether the byte order mark of UTF-8 is in front.
    var hasByteOrderMark: Bool { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF }

    /// The text, where the bytes are UTF-8.
    ///
    /// Repairing and comparing takes half the time of validating.
    var validText: String? {
        var text = String(decoding: self, as: UTF8.self)
        return text.withUTF8(equals) ? text : nil
    }
}
