import Foundation

/// A request as the server received it.
struct Received: Sendable {
    let method: String

    /// Path and query, percent-encoded as they arrived.
    let target: String

    let version: String

    /// The fields, sorted by name, because the server doesn't keep their order.
    let fields: [String]

    let body: Data

    /// The method and the target.
    var requestLine: String { "\(method) \(target)" }

    /// The value of a field.
    subscript(name: String) -> String? {
        let prefix = name.lowercased() + ": "
        return fields.first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The segments of the path, decoded after they were split, so that an escaped slash is part of its segment.
    var segments: [String] {
        target.prefix { $0 != "?" }.split(separator: "/").map(Self.decoded)
    }

    /// The path with `*` in place of names and numbers: `books/*/loan`.
    var pattern: String {
        var segments = segments
        if segments.count > 1, segments != ["books", "new"] { segments[1] = "*" }
        return segments.joined(separator: "/")
    }

    /// The query, split and decoded.
    var query: [(name: String, value: String?)] {
        target.drop { $0 != "?" }.dropFirst().split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
    }

    /// Returns the lines to show.
    func text(leavingOut usualFields: [String]) -> [String] {
        var lines = ["\(method) \(target) \(version)"] + fields.filter { !usualFields.contains($0) }
        if body.count > 4_096 {
            lines += ["", "(\(body.count) bytes)"]
        } else if let text = String(validating: body, as: UTF8.self), !text.isEmpty {
            lines += [""] + text.split(separator: "\n").map(String.init)
        } else if !body.isEmpty {
            let start = body.prefix(8).map { String(format: "%02X", $0) }
            lines += ["", "(\(body.count) bytes: \(start.joined(separator: " ")))"]
        }
        return lines
    }

    private static func decoded(_ text: Substring) -> String {
        text.removingPercentEncoding ?? String(text)
    }
}
