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

/// Bytes that are borrowed from a chunk or from the rest of earlier chunks.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// Returns the first position of a byte from a start position; the count if there is none.
    ///
    /// The C library checks 32 bytes at a time.
    func position(of byte: UInt8, from start: Int = 0) -> Int {
        guard start < count, let base = baseAddress else { return count }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the first position of a byte, faster if the byte is usually at the start position.
    func nextPosition(of byte: UInt8, from start: Int) -> Int {
        start < count && self[start] == byte ? start : position(of: byte, from: start)
    }

    /// Returns the bytes in a range.
    func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    /// Returns whether these are the bytes of a text.
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && (baseAddress.map { memcmp($0, text.utf8Start, count) == 0 } ?? true)
    }

    /// Returns whether these bytes equal other bytes.
    func equals(_ other: Bytes) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, count) == 0
    }

    /// Indicates whether all bytes are ASCII.
    var isASCII: Bool {
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits < 0x80
    }

    /// The text; `nil` if the bytes are not UTF-8.
    ///
    /// Repairing and comparing takes half the time of validating.
    var validText: String? {
        var text = String(decoding: self, as: UTF8.self)
        return text.withUTF8(equals) ? text : nil
    }
}
