/// The Huffman code of strings (RFC 7541, appendix B).
///
/// The code is canonical, so the lengths of the symbols' codes determine the codes: codes of the same length are
/// consecutive numbers, in the order of their symbols.
enum HPACKHuffman {
    /// The end-of-string symbol.
    ///
    /// Only the first bits of its code are used, as padding.
    private static let end = 256

    /// The number of bits of each symbol's code.
    private static let lengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ]

    private static let codes: [UInt32] = {
        var codes = [UInt32](repeating: 0, count: lengths.count)
        var code: UInt32 = 0
        var length: UInt8 = 0
        for symbol in lengths.indices.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
            code <<= UInt32(lengths[symbol] - length)
            length = lengths[symbol]
            codes[symbol] = code
            code += 1
        }
        return codes
    }()

    /// The symbols by length and code.
    private static let symbols: [UInt64: Int] = Dictionary(
        uniqueKeysWithValues: codes.indices.map { (key(lengths[$0], codes[$0]), $0) })

    private static func key(_ length: UInt8, _ code: UInt32) -> UInt64 {
        UInt64(length) << 32 | UInt64(code)
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var bits: UInt64 = 0
        var count: UInt8 = 0
        for byte in bytes {
            bits = bits << UInt64(lengths[Int(byte)]) | UInt64(codes[Int(byte)])
            count += lengths[Int(byte)]
            while count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
            }
        }
        guard count > 0 else { return result }
        return result + [UInt8(truncatingIfNeeded: bits << UInt64(8 - count)) | UInt8(0xFF) >> count]
    }

    static func decode(_ bytes: some Sequence<UInt8>) throws(HPACKError) -> [UInt8] {
        var result: [UInt8] = []
        var code: UInt32 = 0
        var length: UInt8 = 0
        for byte in bytes {
            for shift in (0..<8).reversed() {
                code = code << 1 | UInt32(byte >> UInt8(shift) & 1)
                length += 1
                if let symbol = symbols[key(length, code)] {
                    guard symbol != end else { throw .invalidHuffmanCode }
                    result.append(UInt8(symbol))
                    (code, length) = (0, 0)
                } else if length >= 30 {
                    throw .invalidHuffmanCode
                }
            }
        }
        // The padding is shorter than a byte, and consists of ones.
        guard length < 8, code == 1 << UInt32(length) - 1 else { throw .invalidHuffmanCode }
        return result
    }
}
