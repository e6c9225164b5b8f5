import Foundation

/// A server's description of a failure: plain text, or a JSON member or XML element with a typical name.
enum ServerMessage {
    /// The names of members and elements with a description, in order of priority; their case is ignored.
    private static let names = ["message", "detail", "title", "error"]

    /// The maximum number of characters to show.
    private static let limit = 200

    /// The maximum size of a body to search, in bytes.
    static let bodyLimit = 65_536

    /// Returns the description that a failed response contains; `nil` if there is none.
    ///
    /// The description is for developers: in quotes on one line, truncated after 200 characters, and without secrets
    /// that the server sent back.
    static func text(in head: ResponseHead, _ data: Data, hiding secrets: [String]) -> String? {
        guard head.status.isClientError || head.status.isServerError, !data.isEmpty, data.count <= bodyLimit,
            let words = words(in: data, of: head)
        else { return nil }
        let shown = Redaction.line(of: words, hiding: secrets, limit: limit)
        return shown.isEmpty || shown == head.status.reasonPhrase ? nil : "\"\(shown)\""
    }

    private static func words(in data: Data, of head: ResponseHead) -> String? {
        switch head.contentType {
        case let type? where type.matches(.plainText):
            try? ResponseDecoder<String>.text.decode(head, data, coding: .standard)
        case let type? where type.isXML: element(in: data)
        case let type? where type.isJSON: member(in: data) ?? plainText(in: data)
        case nil: member(in: data)
        default: nil
        }
    }

    /// Returns text that is labeled as JSON, but is neither JSON nor markup.
    private static func plainText(in data: Data) -> String? {
        guard let text = String(utf8: data)?.trimmingCharacters(in: .whitespacesAndNewlines),
            let first = text.utf8.first, !"<{[\"".utf8.contains(first),
            (try? Coding.standard.value(JSONValue.self, fromJSON: data)) == nil
        else { return nil }
        return text
    }

    /// Returns the description from a member of an object, or of an inner object with one of the names.
    private static func member(in data: Data) -> String? {
        guard let object = try? Coding.standard.value(JSONValue.self, fromJSON: data).object else { return nil }
        return member(of: object)
            ?? names.lazy.compactMap { name in
                guard case .object(let inner)? = value(named: name, in: object) else { return nil }
                return member(of: inner)
            }
            .first
    }

    private static func member(of object: JSONValue.Object) -> String? {
        for name in names {
            guard let text = value(named: name, in: object)?.string else { continue }
            // OAuth describes its code in a second member (RFC 6749, section 5.2).
            guard name == "error", let description = value(named: "error_description", in: object)?.string else {
                return text
            }
            return "\(text): \(description)"
        }
        return nil
    }

    private static func value(named name: String, in object: JSONValue.Object) -> JSONValue? {
        object[name] ?? object.first { $0.key.equalsIgnoringASCIICase(name) }?.value
    }

    /// Returns the description from an element that contains only text.
    private static func element(in data: Data) -> String? {
        guard let text = String(utf8: data) else { return nil }
        var found: [String: String] = [:]
        for piece in text.utf8.split(separator: UInt8(ascii: "<")) {
            // A piece extends from one tag to the next: a name, optional attributes, and text.
            guard let end = piece.firstIndex(of: UInt8(ascii: ">")) else { continue }
            let tag = Substring(piece[..<end]).prefix { !$0.isWhitespace && $0 != "/" }
            let name = (tag.split(separator: ":").last ?? tag).lowercased()
            guard names.contains(name), found[name] == nil else { continue }
            let content = Substring(piece[piece.index(after: end)...]).trimmingCharacters(in: .whitespacesAndNewlines)
            if !content.isEmpty { found[name] = unescaped(content) }
        }
        return names.lazy.compactMap { found[$0] }.first
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
    }
}
