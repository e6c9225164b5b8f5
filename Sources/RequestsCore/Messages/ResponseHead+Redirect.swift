extension ResponseHead {
    /// Returns the subject of an error message: the response, its request, and any redirect.
    func subject(_ message: OutgoingRequest?) -> String {
        "the response" + (message.map { " to \($0)\(redirectClause(for: $0))" } ?? "")
    }

    /// Returns a clause with the URL of a redirected response: `, redirected to https://…,`.
    func redirectClause(for message: OutgoingRequest) -> String {
        guard let target = redirectTarget(of: message) else { return "" }
        return ", redirected to \(target),"
    }

    /// Returns the URL of the response after a redirect, with its secrets hidden; `nil` if there was no redirect.
    func redirectTarget(of message: OutgoingRequest) -> String? {
        guard !urlText.isEmpty, Self.normal(urlText) != Self.normal(notes.sent?.url ?? message.urlText) else {
            return nil
        }
        let secrets = message.secretTexts + secretTexts
        return Redaction.url(urlText, hiding: secrets, names: message.options.sensitiveNames).withoutControls
    }

    /// Returns the bytes of a URL for comparison: without a fragment, with scheme and host in lower case, and with a
    /// slash for an empty path.
    private static func normal(_ url: String) -> [UInt8] {
        var bytes = Array(url.utf8.prefix { $0 != UInt8(ascii: "#") })
        guard let path = bytes.withUnsafeBufferPointer(URLText.authority)?.upperBound else { return bytes }
        for index in bytes[..<path].indices { bytes[index] = bytes[index].asciiLowercased }
        if path == bytes.endIndex || bytes[path] == UInt8(ascii: "?") { bytes.insert(UInt8(ascii: "/"), at: path) }
        return bytes
    }
}
