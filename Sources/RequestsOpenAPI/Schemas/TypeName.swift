/// The names of types as components, without their modules.
enum TypeName {
    /// Returns possible names of a type, the shortest first: `Page-Todo`, `Shop.Page-Todo`.
    ///
    /// They consist of letters, digits, `.`, `-` and `_`, as component names must (OpenAPI 3.1.1, section 4.8.7).
    static func candidates(for type: Any.Type) -> [String] {
        // `String(reflecting:)` returns the same text, but first looks up four conformances of each metatype.
        let path = self.path(of: _typeName(type, qualified: true))
        return (1...max(path.count, 1)).map { path.suffix($0).joined(separator: ".") }
    }

    /// Returns the parts of a type's full name, without its module and without local contexts.
    private static func path(of name: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        for character in name {
            if character == "<" || character == "(" { depth += 1 }
            if character == ">" || character == ")" { depth -= 1 }
            if character == ".", depth == 0 {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        parts.append(part)
        // A local context contains an address, which differs in each process.
        parts.removeAll { $0.hasPrefix("(") }
        if parts.count > 1 { parts.removeFirst() }
        return parts.map(cleaned)
    }

    /// Returns a name with its generic arguments after hyphens: `Page<Shop.Todo>` is `Page-Todo`.
    private static func cleaned(_ part: String) -> String {
        guard let start = part.firstIndex(of: "<"), part.last == ">" else { return legal(part) }
        let arguments = arguments(in: part[part.index(after: start)...].dropLast())
        let names = arguments.map { path(of: $0).last ?? "" }
        return ([legal(part[..<start])] + names).joined(separator: "-")
    }

    private static func arguments(in text: Substring) -> [String] {
        var arguments: [String] = [""]
        var depth = 0
        for character in text {
            if character == "<" || character == "(" { depth += 1 }
            if character == ">" || character == ")" { depth -= 1 }
            if character == ",", depth == 0 {
                arguments.append("")
            } else if character != " " {
                arguments[arguments.count - 1].append(character)
            }
        }
        return arguments
    }

    /// Returns a name without invalid ASCII characters, and with code points in place of non-ASCII characters.
    ///
    /// For example, `Größe` becomes `Gr_F6_DFe`.
    private static func legal(_ name: some StringProtocol) -> String {
        name.unicodeScalars.map { scalar in
            let isLegal = "A"..."Z" ~= scalar || "a"..."z" ~= scalar || "0"..."9" ~= scalar || scalar == "_"
            if isLegal { return String(scalar) }
            return scalar.isASCII ? "" : "_" + String(scalar.value, radix: 16, uppercase: true)
        }.joined()
    }
}
