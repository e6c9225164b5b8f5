extension Redaction {
    /// Returns a received text on one line, without secrets, and cut after a number of characters.
    static func line(of text: String, hiding secrets: [String], limit: Int) -> String {
        // Hide secrets before the cut: half a secret is a secret, too.
        let hidden = urls(hide(secrets, in: text))
        let line = hidden.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
        return (String(line.prefix(limit)) + (line.count > limit ? "…" : "")).withoutControls
    }
}
