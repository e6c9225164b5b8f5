import Foundation

/// The names that a module declares, in the form of links: `Transport`, `Coding/ArrayStyle`, `Transport/perform(_:)`.
///
/// They are read from the text of the sources, in which the members of a type are indented by four spaces.
struct Declarations: Sendable {
    private(set) var names: Set<String> = []

    /// Reads the sources of modules.
    init(modules: [String]) throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        for folder in modules.map({ sources.appending(path: $0) }) {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift")
            {
                read(try String(contentsOf: folder.appending(path: path), encoding: .utf8))
            }
        }
    }

    /// Reads a text.
    init(_ text: String) { read(text) }

    private mutating func read(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var type: String?
        for (index, line) in lines.enumerated() {
            if let name = Self.name(in: line, after: Self.types.union(["extension"])) {
                type = name.replacing(".", with: "/")
                if let type { names.insert(type) }
            } else if let type, line.hasPrefix("    "), let member = Self.member(in: lines[index...]) {
                names.insert("\(type)/\(member)")
            }
        }
    }

    private static let types: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let values: Set<Substring> = ["var", "let", "case", "associatedtype"]

    /// Returns the name of the member that the first line declares; its parameters may follow on the next lines.
    private static func member(in lines: ArraySlice<Substring>) -> String? {
        guard let line = lines.first?.dropFirst(4), !line.hasPrefix(" "), !line.hasPrefix("//") else { return nil }
        if let name = name(in: line, after: types.union(values)) { return name }
        let initializer = ["init(", "init?(", "init<"].compactMap {
            " \(line)".contains(" \($0)") ? line.range(of: $0) : nil
        }.first
        let base = initializer == nil ? name(in: line, after: ["func"]) : "init"
        guard let base, let start = initializer?.lowerBound ?? line.range(of: "func ")?.upperBound else { return nil }
        let text = ([line[start...]] + lines.dropFirst().prefix(20)).joined(separator: " ")
        return "\(base)(\(labels(in: text).map { "\($0):" }.joined()))"
    }

    /// Returns the word after one of the keywords, if only attributes and modifiers come before the keyword.
    private static func name(in line: Substring, after keywords: Set<Substring>) -> String? {
        guard line.first?.isLetter == true || line.first == "@" else { return nil }
        var rest = line.split(separator: " ")[...]
        while let word = rest.popFirst() {
            if keywords.contains(word), word != "class" || rest.first != "func" {
                let name = rest.first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                return name.flatMap { $0.isEmpty ? nil : String($0) }
            }
            if ["func", "=", "{"].contains(word) || word.contains("init") { return nil }
        }
        return nil
    }

    /// Returns the labels of the parameters in the first round brackets of a text.
    private static func labels(in text: String) -> [Substring] {
        guard let open = text.firstIndex(of: "(") else { return [] }
        var (labels, depth, start): ([Substring], Int, String.Index) = ([], 0, text.index(after: open))
        var previous: Character = " "
        loop: for index in text[open...].indices {
            let character = text[index]
            defer { previous = character }
            switch character {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where previous != "-": depth -= 1
            default: break
            }
            guard depth == 0 || depth == 1 && character == "," else { continue }
            let parameter = text[start..<index].split { $0 == " " || $0 == ":" }
            if let label = parameter.first(where: { !$0.hasPrefix("@") }) { labels.append(label) }
            if depth == 0 { break loop }
            start = text.index(after: index)
        }
        return labels
    }
}
