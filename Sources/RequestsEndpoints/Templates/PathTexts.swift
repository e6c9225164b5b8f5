import Requests

/// The texts of a path's placeholders.
///
/// A path has few placeholders, so a search by name is faster than hashing.
struct PathTexts: Sendable {
    private var texts: [(name: String, text: String)] = []

    /// The names of the placeholders that have a text, in order.
    var names: some Sequence<String> { texts.lazy.map(\.name) }

    /// The texts by name.
    var dictionary: [String: String] { Dictionary(texts.map { ($0, $1) }) { $1 } }

    /// Adds a text; if a name has several texts, the last text counts.
    mutating func append(_ text: String, named name: String) {
        if texts.isEmpty { texts.reserveCapacity(4) }
        texts.append((name, text))
    }

    /// Returns the text of a placeholder.
    subscript(name: String) -> String? { texts.last { $0.name == name }?.text }
}
