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
    let segments: [EndpointSegment]

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
        var scanner = TemplateScanner(String(parts.first ?? ""))
        scanner.scan()
        pieces = scanner.pieces
        problem = scanner.problem
        segments = EndpointSegment.segments(of: scanner.pieces)
        patterns = segments.compactMap { if case .pattern(let pieces) = $0 { pieces } else { nil } }
    }

    /// Makes a path from a literal.
    public init(stringLiteral template: String) {
        self.init(template)
    }

    /// The names of the placeholders, in order.
    public var placeholders: [String] {
        pieces.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
    }

    /// Returns the path below a base URL.
    ///
    /// - Parameter value: Returns the text of a placeholder; `nil` leaves the placeholder unfilled.
    /// - Returns: The path.
    func urlPath(filledBy value: (String) -> String?) -> URLPath {
        var builder = URLPath.Builder(reserving: template.utf8.count + 32)
        for piece in pieces {
            switch piece {
            case .text(let text): builder.append(text: text)
            case .placeholder(let name):
                if let value = value(name) {
                    builder.append(value: value)
                } else {
                    builder.append(text: "{\(name)}")
                }
            }
        }
        if let query { builder.append(text: "?" + query) }
        return URLPath(builder)
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

/// Splits a template into pieces.
private struct TemplateScanner {
    private var rest: Substring
    private(set) var pieces: [EndpointPath.Piece] = []
    private(set) var problem: String?
    private var text = ""

    init(_ path: String) {
        rest = path[...]
    }

    mutating func scan() {
        var isAtStart = true
        while let character = rest.popFirst() {
            switch character {
            case "{": scanBraces()
            case "}": problem = problem ?? "a `}` without a `{`"
            case ":" where isAtStart: scanColon()
            default: text.append(character)
            }
            isAtStart = character == "/"
        }
        flush()
    }

    private mutating func scanBraces() {
        guard let end = rest.firstIndex(of: "}") else {
            problem = problem ?? "a `{` without a `}`"
            return
        }
        add(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
    }

    private mutating func scanColon() {
        let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        rest = rest[name.endIndex...]
        add(String(name))
    }

    private mutating func add(_ name: String) {
        if name.isEmpty || name.contains(where: { "{/:".contains($0) }) {
            problem = problem ?? "a placeholder without a name"
            return
        }
        flush()
        // The end of the first value and the start of the second would be unknown.
        if case .placeholder = pieces.last { problem = problem ?? "two placeholders without anything between them" }
        if pieces.contains(.placeholder(name)) { problem = problem ?? "the placeholder `\(name)` twice" }
        pieces.append(.placeholder(name))
    }

    private mutating func flush() {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
    }
}
