/// Searches for secrets in bytes, unescaped or escaped in URLs, JSON and HTML.
///
/// The search compares bytes, because a combining mark after a secret would change its last `Character`.
package struct SecretSearch {
    /// The minimum length in bytes of a secret to search for in any text: shorter secrets occur in too many words.
    private static let shortestInText = 4

    /// The secrets, as given and with their escapes decoded, the longest first.
    private let secrets: [[UInt8]]
    /// Indicates for each byte whether a secret begins with it; at nearly every position, this check is sufficient.
    private var beginnings = [Bool](repeating: false, count: 256)

    /// Searches any text; short secrets are ignored.
    package init(_ secrets: [String]) {
        self.init(secrets, shortest: Self.shortestInText)
    }

    /// Searches a URL, in which short secrets are found only between delimiters.
    init(inURL secrets: [String]) {
        self.init(secrets, shortest: 1)
    }

    private init(_ secrets: [String], shortest: Int) {
        let written = secrets.map { Array($0.utf8) }.filter { $0.count >= shortest }
        let decoded = written.compactMap(Self.decoded).filter { $0.count >= Self.shortestInText }
        self.secrets = (written + decoded).sorted { $0.count > $1.count }
        for secret in self.secrets { beginnings[Int(Self.plain(secret[0]))] = true }
    }

    /// Returns a secret with its escapes decoded; `nil` if the secret contains no escapes.
    private static func decoded(_ secret: [UInt8]) -> [UInt8]? {
        guard secret.contains(where: EscapedText.isStart) else { return nil }
        let text = EscapedText(bytes: secret)
        var (decoded, index): ([UInt8], Int) = ([], 0)
        while let character = text.character(at: index, depth: EscapedText.depths) {
            decoded += (0..<character.count).map { character[$0] }
            index = character.end
        }
        return decoded == secret ? nil : decoded
    }

    /// Returns a space for a plus, as in forms, and any other byte unchanged.
    private static func plain(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "+") ? 0x20 : byte }

    package var isEmpty: Bool { secrets.isEmpty }

    /// Returns the range of the first secret after an index; placeholders are skipped.
    package func secret(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        let text = EscapedText(bytes: bytes)
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), bytes[index...].starts(with: Redaction.placeholder.utf8) {
                index += Redaction.placeholder.utf8.count
            } else if let end = endOfSecret(in: text, at: index) {
                return index..<end
            } else {
                index += 1
            }
        }
        return nil
    }

    /// Returns the end of the secret that begins at an index; `nil` if no secret begins there.
    private func endOfSecret(in text: EscapedText, at index: Int) -> Int? {
        guard canBegin(in: text, at: index) else { return nil }
        for secret in secrets {
            if secret.count < Self.shortestInText {
                let word = Self.word(around: index..<min(index + secret.count, text.bytes.count), in: text.bytes)
                if word.count == secret.count, text.bytes[word].elementsEqual(secret) { return word.upperBound }
                continue
            }
            for depth in 0...EscapedText.depths {
                let (end, hasEscapes) = Self.end(of: secret, in: text, at: index, depth: depth)
                if let end { return end }
                if !hasEscapes { break }
            }
        }
        return nil
    }

    /// Returns whether a secret can begin at an index, which is false for most indices.
    private func canBegin(in text: EscapedText, at index: Int) -> Bool {
        let byte = text.bytes[index]
        if beginnings[Int(Self.plain(byte))] { return true }
        return EscapedText.isStart(byte)
            && (1...EscapedText.depths).contains { depth in
                text.character(at: index, depth: depth).map { beginnings[Int(Self.plain($0[0]))] } == true
            }
    }

    /// Compares a secret with text that was escaped `depth` times.
    ///
    /// If an ellipsis follows the start of a secret, the start counts as the secret, because some texts were truncated
    /// before their secrets are hidden.
    ///
    /// - Returns: The end of the secret, or `nil` if the text differs; and whether the text contains escapes, so that
    ///   it may match at a greater depth.
    private static func end(
        of secret: [UInt8], in text: EscapedText, at index: Int, depth: Int
    ) -> (end: Int?, hasEscapes: Bool) {
        var (place, index, hasEscapes) = (0, index, false)
        while place < secret.count {
            guard let character = text.character(at: index, depth: depth) else { return (nil, hasEscapes) }
            if EscapedText.isStart(text.bytes[index]) { hasEscapes = true }
            let count = character.count
            guard place + count <= secret.count,
                (0..<count).allSatisfy({ plain(character[$0]) == plain(secret[place + $0]) })
            else { return (place >= shortestInText ? text.truncation(at: index) : nil, hasEscapes) }
            place += count
            index = character.end
        }
        return (index, hasEscapes)
    }

    /// Returns the range of a secret to search for; a short secret is extended to the delimiters around it.
    static func searched(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        range.count >= shortestInText ? range : word(around: range, in: bytes)
    }

    /// Returns a range, extended by the letters, digits and escapes on both sides.
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
