import Foundation

/// The source of random delays and keys, shared by all calls of a transport.
final class Randomness: Sendable {
    private let generator: Guarded<any RandomNumberGenerator & Sendable>

    init(_ generator: some RandomNumberGenerator & Sendable) {
        self.generator = Guarded(generator)
    }

    /// Returns a random number from 0 to 1.
    func fraction() -> Double {
        generator.withLock { generator in Double.random(in: 0...1, using: &generator) }
    }

    /// Returns a random UUID of version 4 (RFC 9562, section 5.4).
    func uuid() -> UUID {
        let (high, low) = generator.withLock { generator in (generator.next(), generator.next()) }
        let halves = ((high & ~0xF000 | 0x4000).bigEndian, (low & ~(0xC << 60) | 0x8 << 60).bigEndian)
        return UUID(uuid: withUnsafeBytes(of: halves) { $0.loadUnaligned(as: uuid_t.self) })
    }
}
