extension Redaction {
    /// Returns received text on one line, with secrets hidden, and truncated to a number of characters.
    static func line(of text: String, hiding secrets: [String], limit: Int) -> String {
        // Hide secrets before truncating, because part of a secret would no longer be found.
        let hidden = urls(hide(secrets, in: text))
        let line = hidden.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
        return (String(line.prefix(limit)) + (line.count > limit ? "…" : "")).withoutControls
    }
}
