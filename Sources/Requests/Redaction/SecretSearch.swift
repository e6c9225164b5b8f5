/// Searches for secrets in bytes: for `Character`, a secret with a combining mark behind it is not equal to the secret.
package struct SecretSearch {
    /// The minimum length in bytes of a secret that is searched for in any text: a shorter one occurs in half of all words.
    private static let shortestInText = 4

    /// The secrets, the longest first.
    private let secrets: [[UInt8]]
    /// The bytes that secrets begin with: at nearly every position, nothing else is checked.
    private var beginnings = [Bool](repeating: false, count: 256)

    /// Searches any text; short secrets are ignored.
    package init(_ secrets: [String]) {
        self.init(secrets, shortest: Self.shortestInText)
    }

    /// Searches a URL, in which a short secret counts only between delimiters.
    init(inURL secrets: [String]) {
        self.init(secrets, shortest: 1)
    }

    private init(_ secrets: [String], shortest: Int) {
        self.secrets = secrets.map { Array($0.utf8) }.filter { $0.count >= shortest }.sorted { $0.count > $1.count }
        for secret in self.secrets { beginnings[Int(secret[0])] = true }
    }

    package var isEmpty: Bool { secrets.isEmpty }

    /// Returns the range of the first secret from an index on; a placeholder is skipped as a whole.
    package func secret(in bytes: [UInt8], from start: Int) -> Range<Int>? {
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

    /// Returns the length of the secret that begins at an index; `nil` if there is none.
    private func lengthOfSecret(in bytes: [UInt8], at index: Int) -> Int? {
        guard beginnings[Int(bytes[index])] else { return nil }
        return secrets.first { secret in
            guard bytes[index...].starts(with: secret) else { return false }
            if secret.count >= Self.shortestInText { return true }
            let word = Self.word(around: index..<(index + secret.count), in: bytes)
            return word.count == secret.count
        }?.count
    }

    /// Returns the range of a secret to search for; a short one is extended to the delimiters around it.
    static func searched(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        range.count >= shortestInText ? range : word(around: range, in: bytes)
    }

    /// Returns a range with the letters, digits and escapes on both sides of it.
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
