import Requests

/// Writes numbers and strings in sequence, with the length before each string.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a number in little-endian order.
    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes one byte: 0 or 1.
    mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Writes the length of a text, and the text as UTF-8.
    mutating func write(_ text: String) {
        write(UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes bytes, without their length.
    mutating func write(_ other: [UInt8]) { bytes.append(contentsOf: other) }
}

/// Reads the output of ``FieldWriter``; every function returns `nil` for invalid bytes.
struct FieldReader {
    private let bytes: [UInt8]
    private var index: Int

    init(_ bytes: [UInt8], from index: Int) {
        self.bytes = bytes
        self.index = index
    }

    var isAtEnd: Bool { index == bytes.count }

    /// Reads a number.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let count = Number.bitWidth / 8
        guard count <= bytes.count - index else { return nil }
        defer { index += count }
        return Number(
            littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Number.self) })
    }

    /// Reads one byte as a boolean.
    mutating func flag() -> Bool? {
        switch number(UInt8.self) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    /// Reads a text.
    mutating func text() -> String? {
        guard let count = number(UInt32.self), let slice = slice(Int(count)) else { return nil }
        return String(utf8: slice)
    }

    /// Reads the given number of bytes.
    mutating func slice(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - index else { return nil }
        defer { index += count }
        return bytes[index..<index + count]
    }
}
