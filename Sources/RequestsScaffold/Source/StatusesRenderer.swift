/// Writes an output with a case for each status.
enum StatusesRenderer {
    /// The names of cases that need no coding key.
    private static let names = [
        200: "ok", 201: "created", 202: "accepted", 204: "noContent", 205: "resetContent", 206: "partialContent",
    ]

    /// Returns the lines without an indentation.
    static func lines(of name: String, _ cases: [StatusCase]) -> [String] {
        var lines = ["enum \(name): StatusAlternatives {"]
        for item in cases {
            let words = Prose.repeats(item.words, name: caseName(of: item.status)) ? "" : item.words
            lines += Prose.comment(words, indentation: 8, lineLimit: 1).map { "    " + $0 }
            lines.append("    case \(caseName(of: item.status))" + (item.type.map { "(\($0.text))" } ?? ""))
        }
        if cases.contains(where: { names[$0.status] == nil }) {
            lines += ["", "    enum CodingKeys: String, CodingKey {"]
            for item in cases {
                let raw = names[item.status] == nil ? " = \"\(item.status)\"" : ""
                lines.append("        case \(caseName(of: item.status))\(raw)")
            }
            lines.append("    }")
        }
        return lines + ["}"]
    }

    private static func caseName(of status: Int) -> String { names[status] ?? "status\(status)" }
}
