import Requests

extension PathTemplate {
    /// Returns the path below a base URL.
    ///
    /// - Parameter value: A function that returns the text of a placeholder, or `nil` to leave the placeholder
    ///   unfilled.
    /// - Returns: The path.
    package func urlPath(filledBy value: (String) -> String?) -> URLPath {
        var builder = URLPath.Builder(reserving: text.utf8.count + 32)
        for piece in pieces {
            switch piece {
            case .text(let text): builder.append(text: text)
            case .placeholder(let name):
                if let value = value(name) {
                    builder.append(value: value)
                } else {
                    builder.append(text: "{\(name)}")
                }
            case .rest(let name):
                if let value = value(name) {
                    // Splits bytes, because a slash and a following combining mark are one character.
                    let segments = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    builder.append(segments: segments.lazy.map(Substring.init))
                } else {
                    builder.append(text: "{\(name)*}")
                }
            }
        }
        if let query { builder.append(text: "?" + query) }
        return URLPath(builder)
    }
}

extension PathTemplate {
    /// Returns an error if a placeholder of the path has no value; `nil` if every placeholder has a value.
    func unfilled(_ path: URLPath) -> TransportError? {
        guard case .placeholder(let name)? = path.issue else { return nil }
        return TransportError(
            code: .unfilledPlaceholder,
            message:
                "the placeholder \(name) in the endpoint's path \(self.text) has no value: the input must have a "
                + "non-nil property with this name")
    }

    /// Returns an error if the values of a segment would be read back as different values; otherwise `nil`.
    func unreadable(filledBy text: (String) -> String?) -> TransportError? {
        unreadablePlaceholder(filledBy: text).map { name in
            TransportError(
                code: .invalidPath,
                message:
                    "the server would read a different value of `\(name)`, because the value can't be told apart from the "
                    + "text and the other values in its path segment"
            )
        }
    }
}

extension PathTemplate {
    /// Returns a placeholder whose text would be read back as a different text, because the segment contains more than
    /// the value.
    private func unreadablePlaceholder(filledBy text: (String) -> String?) -> String? {
        for pieces in patterns {
            let whole = pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .placeholder(let name), .rest(let name): text(name) ?? ""
                }
            }.joined()
            let values = PathTemplateSegment.pattern(pieces).values(in: whole) ?? []
            for case .placeholder(let name) in pieces
            where values.first(where: { $0.name == name })?.text != text(name) {
                return name
            }
        }
        return nil
    }
}
