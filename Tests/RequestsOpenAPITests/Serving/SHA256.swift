/// The hash function of FIPS 180-4, for the texts of tests.
enum SHA256 {
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        bytes += octets(of: UInt64(message.count * 8))
        var state: [UInt32] = primes(8).map { fraction(of: Double($0).squareRoot()) }
        let constants: [UInt32] = primes(64).map { fraction(of: cubeRoot(of: Double($0))) }
        for start in stride(from: 0, to: bytes.count, by: 64) {
            var words = (0..<16).map { index in
                (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + 4 * index + $1]) }
            }
            for index in 16..<64 {
                let (one, other) = (words[index - 15], words[index - 2])
                let first = rotated(one, 7) ^ rotated(one, 18) ^ one >> 3
                let second = rotated(other, 17) ^ rotated(other, 19) ^ other >> 10
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
            }
            var round = state
            for index in 0..<64 {
                let (a, e) = (round[0], round[4])
                let choice = (e & round[5]) ^ (~e & round[6])
                let majority = (a & round[1]) ^ (a & round[2]) ^ (round[1] & round[2])
                let first =
                    round[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index]
                    &+ words[index]
                let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
                round = [first &+ second] + round[0..<3] + [round[3] &+ first] + round[4..<7]
            }
            state = zip(state, round).map { $0 &+ $1 }
        }
        return state.flatMap { octets(of: UInt64($0)).suffix(4) }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func octets(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private static func primes(_ count: Int) -> [Int] {
        Array((2...400).filter { number in !(2..<number).contains { number % $0 == 0 } }.prefix(count))
    }

    /// Returns the first 32 bits after the binary point.
    private static func fraction(of number: Double) -> UInt32 {
        UInt32((number - number.rounded(.down)) * 4_294_967_296)
    }

    private static func cubeRoot(of number: Double) -> Double {
        (0..<100).reduce(number) { root, _ in root - (root * root * root - number) / (3 * root * root) }
    }
}
