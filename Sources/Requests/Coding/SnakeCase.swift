import Foundation

/// Converts between `camelCase` and `snake_case` by the rules of Foundation's JSON coders, so that queries and bodies agree.
///
/// A word begins with a capital after the first character. If several capitals follow each other, the last one belongs to the
/// lower-case letters after it: `myURLProperty` is `my_url_property`.
enum SnakeCase {
    static func snakeCase(_ key: String) -> String {
        if key.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A ~= $0) }) { return key }
        let characters = Array(key)
        var words: [ArraySlice<Character>] = []
        var wordStart = 0
        var searchStart = 1
        while searchStart < characters.count, let upper = characters[searchStart...].firstIndex(where: isUppercase) {
            words.append(characters[wordStart..<upper])
            wordStart = upper
            guard let lower = characters[upper...].firstIndex(where: isLowercase) else { break }
            if lower > upper + 1 {
                words.append(characters[upper..<(lower - 1)])
                wordStart = lower - 1
            }
            searchStart = lower + 1
        }
        words.append(characters[wordStart...])
        return words.map { String($0).lowercased() }.joined(separator: "_")
    }

    /// Converts `snake_case` to `camelCase` as Foundation does: underscores at both ends stay.
    static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element.capitalized }
        return key[..<first] + joined.joined() + key[key.index(after: last)...]
    }

    /// Returns whether Foundation's character set counts a letter as upper case: `Character.isUppercase` also counts symbols such
    /// as `Ⓐ`.
    private static func isUppercase(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            $0.properties.generalCategory == .uppercaseLetter || $0.properties.generalCategory == .titlecaseLetter
        }
    }

    private static func isLowercase(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .lowercaseLetter }
    }
}
