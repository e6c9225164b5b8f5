extension RequestLogEntry {
    /// The entry's line, then the message and the response's head in HTTP/1.1 format, with sensitive values hidden.
    ///
    /// Only the size of a body is included. For a failure, the error and a curl command follow.
    public var details: String {
        var lines = [description]
        lines += Self.lines(request.wireFormat()).map { "> " + $0 }
        if let head {
            let secrets = request.secretTexts + head.secretTexts
            lines.append("< \(head.status)".withoutControls)
            var header = head.header
            header.markSensitive(named: request.options.sensitiveNames)
            lines += header.map { "< " + Redaction.hide(secrets, in: $0.description).withoutControls }
        }
        if let errorDescription { lines += Self.lines(errorDescription).map { "! " + $0 } }
        if isFailure { lines.append("$ " + cURL.withoutControls) }
        return lines.joined(separator: "\n")
    }

    /// Returns the non-empty lines of a text.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0).withoutControls }
    }
}

extension RequestLogEntry: RedactedDescription {
    /// The entry on one line.
    public var description: String { "\(request): \(words)".withoutControls }

    /// The event as text.
    private var words: String {
        switch event {
        case .started:
            return (attempt > 1 ? "attempt \(attempt) started" : "started")
                + (request.body.isNone ? "" : ", \(request.body)")
        case .attemptFailed(let next): return "attempt \(attempt) \(outcome), next in \(next.shown)"
        case .waits(let duration): return "waits" + (duration.map { " \($0.shown)" } ?? "") + " for its turn"
        case .credentialsRefreshed: return "new credentials"
        case .ended, .dropped: break
        }
        var text = "\(outcome) in \(duration.shown)"
        if let responseSize { text += ", \(BodyText.size(responseSize))" }
        if event == .dropped { text += ", body not read to the end" }
        if attempt > 1 { text += ", attempt \(attempt)" }
        return text + (head?.notes.history?.notAgain ?? "")
    }

    private var outcome: String { failure.map { "\($0.code)" } ?? head.map { "\($0)" } ?? "no response" }
}

extension Duration {
    /// The duration in milliseconds if it is shorter than 10 seconds; otherwise in seconds.
    fileprivate var shown: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 10_000 { return "\(Int(milliseconds.rounded())) ms" }
        return "\(Int((milliseconds / 1_000).rounded())) s"
    }
}
