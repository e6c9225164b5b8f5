/// Writes an output with a case for each status.
enum StatusesRenderer {
    /// Returns the lines without an indentation.
    static func lines(of name: String, _ cases: [StatusCase]) -> [String] {
        var lines = ["enum \(name): StatusAlternatives {"]
        for item in cases {
            let words = Prose.repeats(item.words, name: caseName(of: item.status)) ? "" : item.words
            lines += Prose.comment(words, indentation: 8, lineLimit: 1).map { "    " + $0 }
            lines.append("    case \(caseName(of: item.status))" + (item.type.map { "(\($0.text))" } ?? ""))
        }
        if cases.contains(where: { SwiftStatus.name(of: $0.status) == nil }) {
            lines += ["", "    enum CodingKeys: String, CodingKey {"]
            for item in cases {
                let raw = SwiftStatus.name(of: item.status) == nil ? " = \"\(item.status)\"" : ""
                lines.append("        case \(caseName(of: item.status))\(raw)")
            }
            lines.append("    }")
        }
        return lines + ["}"]
    }

    private static func caseName(of status: Int) -> String { SwiftStatus.name(of: status) ?? "status\(status)" }
}
