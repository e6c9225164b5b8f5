extension Redaction {
    /// Returns a text of others on one line, without secrets, and cut after so many characters.
    static func line(of text: String, hiding secrets: [String], limit: Int) -> String {
        // Before the cut: half a secret is a secret, too.
        let hidden = urls(hide(secrets, in: text))
        let line = hidden.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
        return (String(line.prefix(limit)) + (line.count > limit ? "…" : "")).withoutControls
    }
}
