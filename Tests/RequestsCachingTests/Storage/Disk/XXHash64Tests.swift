import Testing

@testable import RequestsCaching

@Suite struct XXHash64Tests {
    /// Uses hashes that the Python binding of the reference implementation computed.
    @Test(
        arguments: [
            ("", 0, 0xEF46_DB37_51D8_E999), ("a", 0, 0xD24E_C4F1_A98C_6E5B), ("abc", 0, 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
            ("", 1, 0xD5AF_BA13_36A3_BE4B),
            ("abcdefghijklmnopqrstuvwxyz012345", 0x9E37_79B9_7F4A_7C15, 0x032B_1015_D133_AE93),
            (String(repeating: "0123456789", count: 10), 0, 0xF80E_7B96_315A_FFFA),
            (String(repeating: "0123456789", count: 10), .max, 0xACA8_BEC8_837A_9821),
        ] as [(String, UInt64, UInt64)])
    func `The checksum matches the specification`(text: String, seed: UInt64, expected: UInt64) {
        #expect(Array(text.utf8).withUnsafeBytes { XXHash64.hash($0, seed: seed) } == expected)
    }

    @Test func `Each length and each bit changes the checksum`() {
        var seen: Set<UInt64> = []
        for count in 0..<100 {
            var bytes = [UInt8](repeating: 7, count: count)
            seen.insert(bytes.withUnsafeBytes { XXHash64.hash($0, seed: 1) })
            for bit in 0..<count * 8 {
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                seen.insert(bytes.withUnsafeBytes { XXHash64.hash($0, seed: 1) })
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            }
        }
        #expect(seen.count == 100 + 8 * 99 * 100 / 2)
    }
}
