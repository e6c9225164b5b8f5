extension ResponseHead {
    /// The answer, for a message: to which request, and by way of which redirect.
    func subject(_ message: OutgoingRequest?) -> String {
        "the answer" + (message.map { " to \($0)\(detour(from: $0))" } ?? "")
    }

    /// Where the answer came from, where that is not where the message went: `, redirected to https://…,`.
    func detour(from message: OutgoingRequest) -> String {
        guard let target = redirectTarget(of: message) else { return "" }
        return ", redirected to \(target),"
    }

    /// The URL that was answered after a redirect, its secrets hidden; `nil` where there was none.
    func redirectTarget(of message: OutgoingRequest) -> String? {
        let sent = asked?.message ?? message
        guard !url.isEmpty, Self.normal(url) != Self.normal(sent.url) else { return nil }
        let secrets = message.secretTexts + secretTexts
        return Redaction.url(url, hiding: secrets, names: message.options.isSecret).withoutControls
    }

    /// A URL as it is compared: without its fragment, and a slash where it has no path.
    private static func normal(_ url: String) -> [UInt8] {
        var bytes = Array(url.utf8.prefix { $0 != UInt8(ascii: "#") })
        let path = url.utf8.firstRange(of: "://".utf8).map { range in
            bytes.dropFirst(url.utf8.distance(from: url.utf8.startIndex, to: range.upperBound))
                .firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
        }
        guard let path else { return bytes }
        for index in bytes[..<path].indices { bytes[index] = bytes[index].asciiLowercased }
        if path == bytes.endIndex || bytes[path] == UInt8(ascii: "?") { bytes.insert(UInt8(ascii: "/"), at: path) }
        return bytes
    }
}
