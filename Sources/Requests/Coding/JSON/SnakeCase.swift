import Foundation

/// `camelCase` to `snake_case`, by the rules of Foundation's JSON coders, so that queries and bodies name things alike.
///
/// A word begins with a capital after the first character; of several capitals in a row, the last belongs to the small
/// letters behind it: `myURLProperty` is `my_url_property`.
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

    /// `snake_case` to `camelCase`, as Foundation has it: underscores at the ends stay.
    static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element.capitalized }
        return key[..<first] + joined.joined() + key[key.index(after: last)...]
    }

    /// As Foundation's sets of letters have it: `Character.isUppercase` counts symbols such as `Ⓐ` too.
    private static func isUppercase(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            $0.properties.generalCategory == .uppercaseLetter || $0.properties.generalCategory == .titlecaseLetter
        }
    }

    private static func isLowercase(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .lowercaseLetter }
    }
}
