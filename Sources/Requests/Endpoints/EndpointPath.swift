/// The path of an endpoint: a template whose placeholders are values of its input.
///
/// ```swift
/// @GET("/lists/{list}/todos")            // a placeholder in braces, anywhere in a segment
/// @GET("/lists/:list/todos/:id")         // or at the start of one
/// @GET("/files/{name}.json?v=2")         // a query of its own goes along with every request
/// ```
///
/// The property with the name of a placeholder fills it, percent-encoded as one segment. The name is either the one in Swift or
/// the one on the wire. A value that would make its segment empty, `.` or `..` is an error.
///
/// Programmers write templates, so a malformed one does not trap: every request of the endpoint fails with an error that names
/// the problem.
public struct EndpointPath: Sendable, ExpressibleByStringLiteral {
    /// The template as it was written.
    public let template: String

    /// The pieces of the path, in order.
    let pieces: [Piece]

    /// The query of the template, without its `?`.
    let query: String?

    /// The problem of a malformed template.
    let problem: String?

    /// The segments, without empty ones.
    let segments: [PathTemplateSegment]

    /// The pieces of each segment that has text beside a value, or several values.
    let patterns: [[Piece]]

    /// A piece of a template.
    enum Piece: Hashable, Sendable {
        case text(String)
        case placeholder(String)
    }

    /// Makes a path from a template.
    public init(_ template: String) {
        self.template = template
        let parts = template.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? String(parts[1]) : nil
        var scanner = PathTemplateScanner(String(parts.first ?? ""))
        scanner.scan()
        pieces = scanner.pieces
        problem = scanner.problem
        segments = PathTemplateSegment.segments(of: scanner.pieces)
        patterns = segments.compactMap { if case .pattern(let pieces) = $0 { pieces } else { nil } }
    }

    /// Makes a path from a literal.
    public init(stringLiteral template: String) {
        self.init(template)
    }
}

extension EndpointPath: Hashable {
    /// Returns whether two paths have the same template.
    public static func == (one: EndpointPath, other: EndpointPath) -> Bool { one.template == other.template }

    /// Hashes the template.
    public func hash(into hasher: inout Hasher) { hasher.combine(template) }
}

extension EndpointPath: CustomStringConvertible {
    /// The template.
    public var description: String { template }
}
