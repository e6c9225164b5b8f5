import Requests

/// The parts of an endpoint's path, behind one reference.
package final class PathTemplate: Sendable {
    /// The template as written.
    package let text: String

    /// The pieces of the path, in order.
    package let pieces: [Piece]

    /// The query of the template, without its `?`.
    package let query: String?

    /// The fragment of the template, without its `#`: it isn't sent, but distinguishes two operations with the same
    /// path.
    package let fragment: String?

    /// The problem of a malformed template; otherwise `nil`.
    package let problem: String?

    /// The segments, without empty ones.
    package let segments: [PathTemplateSegment]

    /// The pieces of each segment that contains a value and text, or several values.
    let patterns: [[Piece]]

    /// A piece of a template.
    package enum Piece: Hashable, Sendable {
        case text(String)
        case placeholder(String)
        /// A placeholder for several segments.
        case rest(String)

        /// The text of the piece in a template, percent-decoded.
        var text: String {
            switch self {
            case .text(let text): text
            case .placeholder(let name): "{\(name)}"
            case .rest(let name): "{\(name)*}"
            }
        }
    }

    package init(_ text: String) {
        self.text = text
        let halves = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        fragment = halves.count > 1 ? String(halves[1]) : nil
        let parts = (halves.first ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? String(parts[1]) : nil
        var scanner = PathTemplateScanner(String(parts.first ?? ""))
        scanner.scan()
        pieces = scanner.pieces
        segments = PathTemplateSegment.segments(of: scanner.pieces)
        problem = scanner.problem ?? PathTemplateSegment.problem(of: segments)
        patterns = segments.compactMap { if case .pattern(let pieces) = $0 { pieces } else { nil } }
    }

    /// The names of the placeholders, in order.
    package var placeholders: [String] {
        pieces.compactMap { piece in
            switch piece {
            case .text: nil
            case .placeholder(let name), .rest(let name): name
            }
        }
    }

    /// The items of the template's query, decoded.
    package var queryItems: [(name: String, value: String)] { PercentEncoding.items(ofQuery: query ?? "") }
}
