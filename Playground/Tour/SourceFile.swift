import Foundation

/// The source of a chapter in the checkout from which the program was built.
///
/// If the checkout is gone or has changed since, nothing is found: the tour then names the file instead.
struct SourceFile {
    private let path: String
    private let lines: [Substring]

    init(path: String) {
        self.path = path
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    }

    /// The last two parts of the path: `Chapters/01-FirstRequest.swift`.
    var name: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    var isReadable: Bool { !lines.isEmpty }

    /// Returns the lines of the trailing closure of the call at a line; lines are counted from 1.
    ///
    /// The call must contain the text as a literal: otherwise the file has changed since it was compiled.
    func closure(at line: Int, with text: String) -> [String]? {
        guard lines.indices.contains(line - 1) else { return nil }
        let call = lines[(line - 1)...]
        let indentation = call[line - 1].prefix { $0 == " " }
        guard let opening = call.firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix(" in") }),
            let closing = lines[opening...].firstIndex(where: { $0 == indentation + "}" }),
            lines[(line - 1)...opening].contains(where: { $0.contains("\"\(text)\"") })
        else { return nil }
        return Self.outdented(lines[(opening + 1)..<closing])
    }

    /// Returns the lines from the nearest `{ tour in` to a line; lines are counted from 1.
    func beginning(to line: Int) -> [String]? {
        guard lines.indices.contains(line - 1),
            let opening = lines[..<line].lastIndex(where: { $0.hasSuffix("{ tour in") })
        else { return nil }
        return Self.outdented(lines[(opening + 1)..<(line - 1)])
    }

    /// Returns the lines of a declaration at the top level.
    func declaration(beginning text: String) -> [String]? {
        guard let first = lines.firstIndex(where: { $0.hasPrefix(text) }) else { return nil }
        let isOneLine = !lines[first].hasSuffix("{")
        guard let last = isOneLine ? first : lines[first...].firstIndex(where: { $0 == "}" }) else { return nil }
        return Self.outdented(lines[first...last])
    }

    private static func outdented(_ lines: ArraySlice<Substring>) -> [String] {
        let width = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(width)) }
    }
}
