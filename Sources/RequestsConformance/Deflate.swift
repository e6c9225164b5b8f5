/// Compresses bytes without a library, so that the tests of decompressors don't need a library.
package enum Deflate {
    /// Returns bytes as an uncompressed gzip stream (RFC 1952).
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        gzip(stored(bytes), checksum: crc32(bytes), count: bytes.count)
    }

    /// Returns bytes as an uncompressed zlib stream (RFC 1950), the content coding `deflate`.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        [0x78, 0x01] + stored(bytes) + bigEndian(adler32(bytes))
    }

    /// Returns the given number of zeros in gzip, with 13 bits for every 258 zeros.
    static func gzipOfZeros(_ count: Int) -> [UInt8] {
        // The output is one block of fixed codes (RFC 1951, section 3.2.6): a literal zero, and then repeated codes
        // that mean "copy 258 bytes, starting one byte back".
        var writer = BitWriter()
        writer.append(0b011, count: 3)
        writer.append(code: 0b0011_0000, count: 8)
        let runs = (count - 1) / 258
        for _ in 0..<runs {
            writer.append(code: 0b1100_0101, count: 8)
            writer.append(code: 0, count: 5)
        }
        for _ in 0..<(count - 1 - runs * 258) { writer.append(code: 0b0011_0000, count: 8) }
        writer.append(code: 0, count: 7)
        return gzip(writer.bytes, checksum: crc32(repeatElement(0, count: count)), count: count)
    }

    private static func gzip(_ deflated: [UInt8], checksum: UInt32, count: Int) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + deflated
            + (bigEndian(checksum).reversed() + bigEndian(UInt32(truncatingIfNeeded: count)).reversed())
    }

    /// Returns uncompressed blocks (RFC 1951, section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            for half in [size, ~size] { result += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            result += block
        } while !rest.isEmpty
        return result
    }

    private static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var sum = UInt32(index)
        for _ in 0..<8 {
            let isOdd = sum & 1 == 1
            sum >>= 1
            if isOdd { sum ^= 0xEDB8_8320 }
        }
        return sum
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// A sequence of bits, with the lowest bit of each byte first.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Appends a number, with its lowest bit first.
    mutating func append(_ number: UInt16, count: Int) {
        for index in 0..<count {
            if bitCount % 8 == 0 { bytes.append(0) }
            bytes[bitCount / 8] |= UInt8(number >> index & 1) << (bitCount % 8)
            bitCount += 1
        }
    }

    /// Appends a Huffman code, with its highest bit first.
    mutating func append(code: UInt16, count: Int) {
        for index in (0..<count).reversed() { append(code >> index & 1, count: 1) }
    }
}
