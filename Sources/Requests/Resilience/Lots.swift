/// Draws lots, for all calls of a transport.
final class Lots: Sendable {
    private let generator: Guarded<any RandomNumberGenerator & Sendable>

    init(_ generator: some RandomNumberGenerator & Sendable) {
        self.generator = Guarded(generator)
    }

    /// A time from nothing up to a limit.
    func duration(upTo limit: Duration) -> Duration {
        guard limit > .zero else { return .zero }
        let part = generator.withLock { generator in Double.random(in: 0...1, using: &generator) }
        return limit * part
    }

    /// A UUID of version 4 (RFC 9562, section 5.4).
    func uuid() -> String {
        let (high, low) = generator.withLock { generator in (generator.next(), generator.next()) }
        let digits = [high & ~0xF000 | 0x4000, low & ~(0xC << 60) | 0x8 << 60].map { part in
            let text = String(part, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        .joined()
        var uuid = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { uuid.append("-") }
            uuid.append(digit)
        }
        return uuid
    }
}
