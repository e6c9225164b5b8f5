#if XML
extension XMLCheck {
    /// Rejects a text with a character that a document can't contain, even escaped (XML 1.0, section 2.2).
    static func check(text: String, at path: [any CodingKey]) throws {
        // Each forbidden character contains one of these bytes.
        guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0xEF }) else {
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: continue
            default:
                let code = String(scalar.value, radix: 16, uppercase: true)
                let number = String(repeating: "0", count: max(0, 4 - code.count)) + code
                throw XMLIssue(
                    "contains the character U+\(number), which isn't allowed in XML: send the value as Data", path)
            }
        }
    }

    /// Returns whether a text can be the name of an element or attribute (XML 1.0, section 2.3).
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isStart(first) else { return false }
        return text.unicodeScalars.dropFirst().allSatisfy { scalar in
            switch scalar {
            case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
            default: isStart(scalar)
            }
        }
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_", ":", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}",
            "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}",
            "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}", "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}",
            "\u{10000}"..."\u{EFFFF}":
            true
        default: false
        }
    }
}
#endif
