import Foundation

/// Conversion between `camelCase` and `snake_case` by the rules of Foundation's JSON coders, so that queries match bodies.
///
/// A word starts at each capital letter after the first character. Of several consecutive capitals, the last belongs to the
/// following lower-case letters: `myURLProperty` is `my_url_property`.
package enum SnakeCase {
    package static func snakeCase(_ key: String) -> String {
        if key.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A ~= $0) }) { return key }
        // Foundation treats CR LF as one character.
        if !key.utf8.contains(0x0D), let text = joined(key, by: UInt8(ascii: "_"), capitalizingWords: false) {
            return text
        }
        return foundationsSnakeCase(key) ?? key
    }

    /// Returns the name to which Foundation's encoder converts a key.
    private static func foundationsSnakeCase(_ key: String) -> String? {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        guard let json = try? encoder.encode(Property(key: WireKey(key))) else { return nil }
        return try? JSONDecoder().decode([String: Int].self, from: json).keys.first
    }

    /// A value with one property.
    private struct Property: Encodable {
        let key: WireKey

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: WireKey.self)
            try container.encode(0, forKey: key)
        }
    }

    /// Returns the words of an ASCII key, joined by a separator; `nil` if the key has other characters.
    ///
    /// If `capitalizesWords`, each word starts with a capital. All other letters become lower case.
    package static func joined(_ key: String, by separator: UInt8, capitalizingWords capitalizesWords: Bool) -> String?
    {
        key.withBytes { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            var text: [UInt8] = []
            text.reserveCapacity(2 * bytes.count)
            var start = 0
            for end in wordEnds(in: bytes) + [bytes.count] {
                if start > 0 { text.append(separator) }
                for index in start..<end {
                    var byte = bytes[index].asciiLowercased
                    if capitalizesWords, index == start, 0x61...0x7A ~= byte { byte &= ~0x20 }
                    text.append(byte)
                }
                start = end
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Returns the end of each word except the last.
    private static func wordEnds(in key: UnsafeBufferPointer<UInt8>) -> [Int] {
        var ends: [Int] = []
        var searchStart = 1
        while let upper = key.dropFirst(searchStart).firstIndex(where: { 0x41...0x5A ~= $0 }) {
            ends.append(upper)
            guard let lower = key[upper...].firstIndex(where: { 0x61...0x7A ~= $0 }) else { break }
            if lower > upper + 1 { ends.append(lower - 1) }
            searchStart = lower + 1
        }
        return ends
    }

    /// Returns whether a name certainly stays the same if it is converted to `camelCase` and back.
    ///
    /// This is certain if each word begins with a letter, and has at least two lower-case letters or digits.
    static func isReversible(_ name: Bytes) -> Bool {
        var length = 0
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): length += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9") where length > 0: length += 1
            case UInt8(ascii: "_") where length > 1: length = 0
            default: return false
            }
        }
        return length > 1
    }

    /// Converts `snake_case` to `camelCase` as Foundation does, keeping underscores at both ends.
    static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element.capitalized }
        return key[..<first] + joined.joined() + key[key.index(after: last)...]
    }
}
