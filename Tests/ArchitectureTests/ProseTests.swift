import Foundation
import Testing

/// Comments and pages are read once, by people for whom English is a second language.
@Suite("Prose") struct ProseTests {
    /// Lower a limit when you have removed some.
    static let habits: [Habit] = [
        .opening(["what", "whether", "that"]),
        // What is left has to be a place, not a condition.
        .phrase("where", limit: 1, pageLimit: 2),
        .phrase("answer", "answers", "answered"),
        .phrase("lot", "lots"),
        .phrase("further out", "further in"),
        .phrase("of its own", "of their own", "of one's own", "of your own", pageLimit: 1),
        .phrase("stands", "stand"),
    ]

    @Test(arguments: habits) func `comments are plain`(habit: Habit) throws {
        let lines = try Self.files("Sources", ".swift").flatMap { Prose(swift: $1, path: $0).lines }
        try expect(habit, in: lines, atMost: habit.limit)
    }

    @Test(arguments: habits) func `pages are plain`(habit: Habit) throws {
        // The page on conformance is a table that a test writes.
        let pages = try Self.files("Sources", ".md").filter { !$0.path.hasSuffix("TransportConformance.md") }
        let readme = try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
        let lines = (pages + [("README.md", readme)]).flatMap { Prose(page: $1, path: $0).lines }
        try expect(habit, in: lines, atMost: habit.pageLimit)
    }

    private func expect(_ habit: Habit, in lines: [Prose.Line], atMost limit: Int) throws {
        let found = lines.filter { habit.count($0) > 0 }
        let count = found.reduce(0) { $0 + habit.count($1) }
        let list = found.prefix(20).map { "\($0.place): \($0.text)" }.joined(separator: "\n")
        #expect(count <= limit, "\(count) of at most \(limit), such as\n\(list)")
    }

    private static func files(_ folder: String, _ suffix: String) throws -> [(path: String, text: String)] {
        let root = Checkout.root.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(suffix) }.sorted()
            .map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }

    @Test func `prose excludes code and samples`() {
        let text = """
            /// What `where` is, where it is.
            /// - where
            /// ```swift
            /// where
            /// ```
            let where = 1 // not a line of prose
            // Where else
            """
        let lines = Prose(swift: text, path: "a").lines
        #expect(lines.map(\.text) == ["What  is, where it is.", "- where", "", "Where else"])
        #expect(lines.map(\.isSummary) == [true, false, false, false])
        #expect(lines.map(Habit.phrase("where").count) == [1, 1, 0, 1])
        #expect(lines.map(Habit.opening(["what"]).count) == [1, 0, 0, 0])
        #expect(Prose(page: "a `b`\n```\nc\n```\nd", path: "a").lines.map(\.text) == ["a ", "", "d"])
    }
}
