import Requests

/// An operation of a document.
struct Operation {
    let method: String
    let path: String
    /// The Operation Object.
    let content: JSONValue.Object
    /// The parameters of the operation and of its path, with references replaced.
    let parameters: [JSONValue.Object]

    var id: String? { content["operationId"]?.string }
    var tags: [String] { content["tags"]?.array?.compactMap(\.string) ?? [] }
    var summary: String { SwiftText.line(content["summary"]?.string ?? "") }

    /// The method and the path, such as `GET /books`.
    var name: String { "\(method) \(path)" }
}

extension Operation {
    /// The words of the name, without the path and the method that some frameworks add.
    var words: Words {
        guard let id else { return Words("\(method.lowercased()) \(path)") }
        let suffix = Words(String(path.prefix { $0 != "?" }) + " " + method.lowercased()).words
        return Words(id).dropping(suffix: suffix)
    }

    /// Returns whether a pattern, a tag or an operation's ID selects the operation.
    ///
    /// In a pattern such as `GET /repos/*`, a `*` matches any text. A pattern without a method matches every method.
    func matches(_ selector: String) -> Bool {
        if selector == id || tags.contains(selector) || selector == name || selector == path { return true }
        guard selector.contains("*") else { return false }
        let text = selector.hasPrefix("/") ? path : selector.contains(" ") || selector == "*" ? name : id ?? ""
        return Self.matches(text[...], selector.split(separator: "*", omittingEmptySubsequences: false)[...])
    }

    /// Returns whether a text consists of some pieces, with any text between them.
    private static func matches(_ text: Substring, _ pieces: ArraySlice<Substring>) -> Bool {
        guard let first = pieces.first, text.hasPrefix(first) else { return false }
        var rest = text.dropFirst(first.count)
        guard let last = pieces.dropFirst().last else { return rest.isEmpty }
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
