/// Finds the identifiers in Swift code, but not in comments or in the text of string literals.
struct SwiftScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// The number of open braces.
    private(set) var depth = 0
    /// The open interpolations: the number of open parentheses in each, and the literal that contains it.
    private var interpolations: [(parentheses: Int, literal: Literal)] = []

    /// The delimiters of a string literal.
    private struct Literal {
        var hashes: Int
        var isMultiline: Bool
    }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the next identifier or keyword.
    mutating func next() -> (text: String, line: Int)? {
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isName(byte) { return name() }
            switch byte {
            case UInt8(ascii: "/") where follows("//"): skipLine()
            case UInt8(ascii: "/") where follows("/*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"): skipLiteral()
            case UInt8(ascii: "("), UInt8(ascii: ")"): countParenthesis(byte)
            default: step()
            }
        }
        return nil
    }

    private mutating func name() -> (text: String, line: Int) {
        let start = index
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        return (String(decoding: bytes[start..<index], as: UTF8.self), line)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }

    private func follows(_ text: StaticString, at offset: Int = 0) -> Bool {
        text.withUTF8Buffer { bytes[min(index + offset, bytes.count)...].starts(with: $0) }
    }

    private mutating func step() {
        switch bytes[index] {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        default: break
        }
        index += 1
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    }

    private mutating func skipComment() {
        var open = 0
        repeat {
            if follows("/*") { open += 1 } else if follows("*/") { open -= 1 }
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        } while index < bytes.count && open > 0
        index += 1
    }

    /// Skips the text of a literal, up to its end or its first interpolation.
    private mutating func skipLiteral() {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        guard follows("\"", at: hashes) else { return index += max(hashes, 1) }
        let isMultiline = follows("\"\"\"", at: hashes)
        index += hashes + (isMultiline ? 3 : 1)
        skipText(of: Literal(hashes: hashes, isMultiline: isMultiline))
    }

    private mutating func skipText(of literal: Literal) {
        let quotes = literal.isMultiline ? 3 : 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), hasHashes(literal.hashes, at: 1) {
                index += 1 + literal.hashes
                guard follows("(") else {
                    index += 1
                    continue
                }
                index += 1
                return interpolations.append((1, literal))
            }
            if literal.isMultiline ? follows("\"\"\"") : follows("\""), hasHashes(literal.hashes, at: quotes) {
                return index += quotes + literal.hashes
            }
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        bytes[min(index + offset, bytes.count)...].prefix(count).count { $0 == UInt8(ascii: "#") } == count
    }

    /// Counts the parentheses of an interpolation; the literal continues after the last one.
    private mutating func countParenthesis(_ byte: UInt8) {
        index += 1
        guard !interpolations.isEmpty else { return }
        interpolations[interpolations.count - 1].parentheses += byte == UInt8(ascii: "(") ? 1 : -1
        if let last = interpolations.last, last.parentheses == 0 {
            interpolations.removeLast()
            skipText(of: last.literal)
        }
    }
}
