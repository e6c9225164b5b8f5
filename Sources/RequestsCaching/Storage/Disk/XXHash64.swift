/// The fast, non-cryptographic checksum XXH64 (xxHash specification, version 0.1.1).
///
/// The checksum detects truncated, mixed-up and damaged files. It doesn't protect against manipulation by processes
/// that may write to the directory.
enum XXHash64 {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// Returns the hash of a text as UTF-8.
    static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0), seed: 0) }
    }

    /// Returns the hash of bytes.
    static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var index = 0
        var hash: UInt64
        if bytes.count >= 32 {
            var (lane1, lane2) = (seed &+ prime1 &+ prime2, seed &+ prime2)
            var (lane3, lane4) = (seed, seed &- prime1)
            while index &+ 32 <= bytes.count {
                lane1 = round(lane1, word(bytes, index))
                lane2 = round(lane2, word(bytes, index &+ 8))
                lane3 = round(lane3, word(bytes, index &+ 16))
                lane4 = round(lane4, word(bytes, index &+ 24))
                index &+= 32
            }
            hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
            hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4)
        } else {
            hash = seed &+ prime5
        }
        hash &+= UInt64(bytes.count)
        return finish(hash, bytes, from: index)
    }

    /// Adds the last bytes, fewer than 32.
    private static func finish(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer, from index: Int) -> UInt64 {
        var (hash, index) = (hash, index)
        while index &+ 8 <= bytes.count {
            hash = rotate(hash ^ round(0, word(bytes, index)), 27) &* prime1 &+ prime4
            index &+= 8
        }
        if index &+ 4 <= bytes.count {
            let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            hash = rotate(hash ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
            index &+= 4
        }
        while index < bytes.count {
            hash = rotate(hash ^ UInt64(bytes[index]) &* prime5, 11) &* prime1
            index &+= 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inline(__always)
    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value &<< count | value &>> (64 &- count)
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
        (hash ^ round(0, lane)) &* prime1 &+ prime4
    }
}
