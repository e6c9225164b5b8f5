import Requests

/// Splits a path template into literal text and placeholders.
struct PathTemplateScanner {
    private var rest: Substring
    private(set) var pieces: [PathTemplate.Piece] = []
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
            noteInvalid(name)
            return
        }
        flush()
        if name.hasSuffix("*") { return addRest(String(name.dropLast())) }
        // Without text between the values, the start of the second value would be unknown.
        if case .placeholder = pieces.last { problem = problem ?? "two placeholders with nothing between them" }
        noteRepeated(name)
        pieces.append(.placeholder(name))
    }

    private mutating func addRest(_ name: String) {
        if name.isEmpty || name.contains("*") { noteInvalid(name) }
        noteRepeated(name)
        pieces.append(.rest(name))
    }

    private mutating func noteInvalid(_ name: String) {
        problem =
            problem ?? (name.isEmpty ? "a placeholder without a name" : "a placeholder with the invalid name `\(name)`")
    }

    private mutating func noteRepeated(_ name: String) {
        if pieces.contains(.placeholder(name)) || pieces.contains(.rest(name)) {
            problem = problem ?? "the placeholder `\(name)` twice"
        }
    }

    private mutating func flush() {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
    }
}
