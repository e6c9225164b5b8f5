/// Looks for secrets in bytes: to `Character`, a secret with a combining mark behind it is not the secret.
struct SecretSearch {
    /// How many bytes a secret has that is looked for in any text: a shorter one stands in half of all words.
    private static let shortestInText = 4

    /// The longest first.
    private let secrets: [[UInt8]]
    /// Which bytes they begin with: nearly everywhere, that is all that is looked at.
    private var beginnings = [Bool](repeating: false, count: 256)

    /// Looks in any text; for a short secret nowhere.
    init(_ secrets: [String]) {
        self.init(secrets, shortest: Self.shortestInText)
    }

    /// Looks in a URL, where a short secret is one only between delimiters.
    init(inURL secrets: [String]) {
        self.init(secrets, shortest: 1)
    }

    private init(_ secrets: [String], shortest: Int) {
        self.secrets = secrets.map { Array($0.utf8) }.filter { $0.count >= shortest }.sorted { $0.count > $1.count }
        for secret in self.secrets { beginnings[Int(secret[0])] = true }
    }

    var isEmpty: Bool { secrets.isEmpty }

    /// Where the first secret stands from an index on; what is hidden already is passed over whole.
    func secret(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), bytes[index...].starts(with: Redaction.placeholder.utf8) {
                index += Redaction.placeholder.utf8.count
            } else if let count = lengthOfSecret(in: bytes, at: index) {
                return index..<(index + count)
            } else {
                index += 1
            }
        }
        return nil
    }

    /// How long the secret is that begins at an index.
    private func lengthOfSecret(in bytes: [UInt8], at index: Int) -> Int? {
        guard beginnings[Int(bytes[index])] else { return nil }
        return secrets.first { secret in
            guard bytes[index...].starts(with: secret) else { return false }
            if secret.count >= Self.shortestInText { return true }
            let word = Self.word(around: index..<(index + secret.count), in: bytes)
            return word.count == secret.count
        }?.count
    }

    /// The text of a URL, or the longer one around it that has no delimiter: what hides a short secret where it stands.
    static func searched(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        range.count >= shortestInText ? range : word(around: range, in: bytes)
    }

    /// A range with the letters, digits and escapes on both of its sides.
    private static func word(around range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, isInWord(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, isInWord(bytes[end]) { end += 1 }
        return start..<end
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "%"), 0x80...:
            true
        default: false
        }
    }
}
