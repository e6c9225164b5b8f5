/// Colours a line of Swift: keywords, literals and comments, nothing else.
enum Highlighter {
    static func coloured(_ line: String) -> String {
        guard Ink.isOn else { return line }
        var rest = line[...]
        var result = ""
        while let character = rest.first {
            if rest.hasPrefix("//") {
                return result + Ink.faint(rest)
            } else if character == "\"" {
                let literal = stringLiteral(at: rest)
                result += Ink.literal(literal)
                rest = rest[literal.endIndex...]
            } else if character.isLetter || character == "#" || character == "@" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "#" || $0 == "@" }
                let isMember = result.hasSuffix(".")
                result += keywords.contains(word) && !isMember ? Ink.keyword(word) : String(word)
                rest = rest[word.endIndex...]
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Returns the literal at the start of a text, up to its closing quote; quotes in interpolations don't count.
    private static func stringLiteral(at text: Substring) -> Substring {
        var depth = 0
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if character == "\\", next < text.endIndex {
                if text[next] == "(" { depth += 1 }
                index = text.index(after: next)
                continue
            }
            if depth > 0, character == ")" { depth -= 1 }
            if depth == 0, character == "\"" { return text[..<next] }
            index = next
        }
        return text
    }

    private static let keywords: Set<Substring> = [
        "as", "async", "await", "case", "catch", "default", "do", "else", "enum", "extension", "false", "final", "for",
        "func", "guard", "if", "import", "in", "init", "let", "nil", "private", "protocol", "return", "self", "Self",
        "some", "static", "struct", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
        "actor", "any",
    ]
}
