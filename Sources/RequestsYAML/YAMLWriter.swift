#if YAML
import Foundation
import Requests
import Yams

/// Writes JSON as readable YAML, which means the same in YAML 1.1 and in YAML 1.2.
struct YAMLWriter {
    /// The substitutes of characters beyond U+FFFF, such as emoji, which libyaml would write as escapes.
    private var substitutes: [Unicode.Scalar: Unicode.Scalar] = [:]
    private var free: Range<UInt32>

    private init(_ object: JSONValue.Object) {
        // A substitute is a character for private use that the document doesn't contain.
        let isPrivate = { (scalar: Unicode.Scalar) in 0xE000..<0xF900 ~= scalar.value }
        free = object.description.unicodeScalars.contains(where: isPrivate) ? 0..<0 : 0xE000..<0xF900
    }

    /// Returns an object as YAML in UTF-8.
    static func data(_ object: JSONValue.Object) throws -> Data {
        var writer = YAMLWriter(object)
        let node = writer.node(.object(object))
        // Without a maximum width, no line is broken.
        let text = try Yams.serialize(node: node, indent: 2, width: -1, allowUnicode: true)
        let originals = Dictionary(uniqueKeysWithValues: writer.substitutes.map { ($1, $0) })
        guard !originals.isEmpty else { return Data(text.utf8) }
        return Data(String(String.UnicodeScalarView(text.unicodeScalars.map { originals[$0] ?? $0 })).utf8)
    }

    private mutating func node(_ value: JSONValue) -> Node {
        switch value {
        case .null: return Node("null")
        case .bool(let value): return Node("\(value)")
        case .number(let number): return Node(number.text)
        case .string(let text): return node(text)
        case .array(let elements): return .sequence(.init(elements.map { node($0) }, Tag(.seq), .block))
        case .object(let members):
            return .mapping(.init(members.map { (node($0.key), node($0.value)) }, Tag(.map), .block))
        }
    }

    private mutating func node(_ text: String) -> Node {
        var written = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { written.append(scalar.value > 0xFFFF ? substitute(for: scalar) : scalar) }
        return .scalar(.init(String(written), Tag(.str), Self.style(of: text)))
    }

    private mutating func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        if let known = substitutes[scalar] { return known }
        guard let next = free.popFirst().flatMap(Unicode.Scalar.init) else { return scalar }
        substitutes[scalar] = next
        return next
    }

    // MARK: - Styles

    /// Returns the style of a text; libyaml uses quotes if the style can't express the text.
    private static func style(of text: String) -> Node.Scalar.Style {
        // libyaml would read these line breaks as a line feed.
        let breaks: Set<Unicode.Scalar> = ["\r", "\u{85}", "\u{2028}", "\u{2029}"]
        if text.unicodeScalars.contains(where: breaks.contains) { return .doubleQuoted }
        if text.utf8.contains(UInt8(ascii: "\n")) {
            let first = text.utf8.first
            // A block that begins with white space would need an indentation number in its header.
            return first == UInt8(ascii: " ") || first == UInt8(ascii: "\n") ? .doubleQuoted : .literal
        }
        return YAMLConversion.isText(text) ? .plain : .singleQuoted
    }
}

extension YAMLConversion {
    /// The words that YAML 1.1 or 1.2 doesn't read as text, in lower case.
    private static let words: Set<String> = [
        "", "~", "null", "true", "false", "yes", "no", "y", "n", "on", "off", "<<", "=",
    ]

    /// Returns whether both YAML 1.1 and 1.2 read a plain scalar as text.
    fileprivate static func isText(_ scalar: String) -> Bool {
        guard let first = scalar.utf8.first, 0x30...0x39 ~= first || "+-.".utf8.contains(first) else {
            return !words.contains(scalar.lowercased())
        }
        return number(scalar) == nil && Resolver.default.resolveTag(of: Node(scalar)) == .str
    }
}
#endif
