/// Writes an enum whose cases have associated values, and its coding.
struct AlternativesRenderer {
    private let declaration: TypeDeclaration
    private let alternatives: [Alternative]
    private let selection: TypeDeclaration.Selection

    init(_ declaration: TypeDeclaration, _ alternatives: [Alternative], _ selection: TypeDeclaration.Selection) {
        self.declaration = declaration
        self.alternatives = alternatives
        self.selection = selection
    }

    /// The lines without an indentation.
    var lines: [String] {
        let element = declaration.isStreamElement ? ", StreamElement" : ""
        let indirect = declaration.isIndirect ? "indirect " : ""
        let protocols = "Codable, Hashable, Sendable\(element)"
        let head = "\(indirect)enum \(declaration.name): \(protocols) {"
        return
            (head.count + 4 <= SwiftText.width
            ? [head] : TypeRenderer.broken("\(indirect)enum \(declaration.name)", protocols))
            + alternatives.map { "    case \(SwiftName.declared($0.name))(\($0.type.text))" }
            + ["    /// A value that the document doesn't describe.", "    case other(JSONValue)", ""]
            + decoding.map { "    " + $0 } + [""] + encoding.map { "    " + $0 } + ["}"]
    }

    private var decoding: [String] {
        var lines = [
            "init(from decoder: any Decoder) throws {",
            "    let container = try decoder.singleValueContainer()",
            "    let value = try container.decode(JSONValue.self)",
        ]
        switch selection {
        case .property(let property, let isText):
            let text = isText ? "string" : "description"
            lines.append("    switch value[\(SwiftText.literal(property))]?.\(text) {")
            for alternative in alternatives {
                lines += pattern(alternative.texts.map(SwiftText.literal))
                lines += assignment(alternative)
            }
        case .form:
            lines.append("    switch value {")
            for kind in ["string", "number", "bool", "array", "object"] {
                let matching = alternatives.filter { Self.jsonCase(of: $0.kind) == kind }
                if !matching.isEmpty { lines += ["    case .\(kind):"] + choice(matching) }
            }
        }
        return lines + ["    default: self = .other(value)", "    }", "}"]
    }

    /// Returns a case, with one pattern per line if the case doesn't fit on a single line.
    private func pattern(_ literals: [String]) -> [String] {
        let line = "    case \(literals.joined(separator: ", ")):"
        if line.count < 90 { return [line] }
        return literals.enumerated().map { index, literal in
            let end = index == literals.count - 1 ? ":" : ","
            return (index == 0 ? "    case " : "        ") + literal + end
        }
    }

    private func choice(_ alternatives: [Alternative]) -> [String] {
        guard alternatives.count > 1 || alternatives.contains(where: \.type.isPartial) else {
            return alternatives.flatMap(assignment)
        }
        var lines: [String] = []
        for (index, alternative) in alternatives.enumerated() {
            let start = index == 0 ? "        " : "        } else "
            lines.append("\(start)if let value = try? container.decode(\(alternative.type.text).self) {")
            lines.append("            self = .\(SwiftName.declared(alternative.name))(value)")
        }
        return lines + ["        } else {", "            self = .other(value)", "        }"]
    }

    private func assignment(_ alternative: Alternative) -> [String] {
        let start = "        self = .\(SwiftName.declared(alternative.name))("
        let value = "try container.decode(\(alternative.type.text).self)"
        let line = "\(start)\(value))"
        // The declaration is indented by eight columns.
        if line.count + 8 <= SwiftText.width { return [line] }
        return [start, "            " + value, "        )"]
    }

    private var encoding: [String] {
        [
            "func encode(to encoder: any Encoder) throws {",
            "    var container = encoder.singleValueContainer()",
            "    switch self {",
        ]
            + (alternatives.map { SwiftName.declared($0.name) } + ["other"]).map {
                "    case .\($0)(let value): try container.encode(value)"
            } + ["    }", "}"]
    }

    private static func jsonCase(of kind: String) -> String {
        switch kind {
        case "integer": "number"
        case "boolean": "bool"
        default: kind
        }
    }
}
