import Foundation
import Testing

/// The prose of comments, tests and pages, which is read once, often by people whose first language isn't English.
@Suite("Prose") struct ProseTests {
    // If you remove occurrences of a habit, lower its limit.
    static let habits: [Habit] = [
        .opening(["what", "whether", "that"]),
        .headless(),
        // The remaining uses of this word mean places, not conditions.
        .phrase("where", limit: 1, pageLimit: 2),
        .phrase("answer", "answers", "answered"),
        .phrase("lot", "lots"),
        .phrase("further out", "further in"),
        .phrase("of its own", "of their own", "of one's own", "of your own"),
        .phrase("stands", "stand"),
        .negatedNoun(),
    ]

    /// The additional habits for messages.
    static let messageHabits: [Habit] = [
        .phrase("has to be", "have to be", "is to be"),
        .phrase("by itself", "made up", "asked for", "came or went"),
        .phrase("wants", "takes no", "does not take", "does not know"),
        .phrase("behind", "so that"),
        .phrase("which no", "that none"),
    ]

    // These files are read only once, for all habits.
    private static let messages = Result {
        try files("Sources", ".swift").filter { !$0.path.hasPrefix("Sources/RequestsConformance") }
            .flatMap { Prose(messages: $1, path: $0).lines }
    }

    private static let comments = Result {
        try files("Sources", ".swift").flatMap { Prose(swift: $1, path: $0).lines }
    }

    private static let tests = Result {
        // The samples are parts of the pages.
        let code = try ["Tests", "Playground", ".ci"].flatMap { try files($0, ".swift") }
            .filter { !$0.path.hasPrefix("Tests/SamplesTests/Samples/") }
        // Python also leaves compiled files in this folder: they aren't UTF-8.
        let scripts = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: ".ci").path)
            .filter { !$0.hasSuffix(".swift") }
            .compactMap { name in
                let text = try? String(contentsOf: Checkout.root.appending(path: ".ci/\(name)"), encoding: .utf8)
                return text.map { Prose(script: $0, path: ".ci/\(name)") }
            }
        #expect(scripts.count > 5)
        return code.flatMap { Prose(swift: $1, path: $0).lines } + scripts.flatMap(\.lines)
    }

    private static let pages = Result {
        let pages = try files("Sources", ".md")
        let tutorials = try files("Sources", ".tutorial")
        let readme = try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
        return (pages + tutorials + [("README.md", readme)]).flatMap { Prose(page: $1, path: $0).lines }
    }

    @Test(arguments: habits) func `comments are plain`(habit: Habit) throws {
        try expect(habit, in: try Self.comments.get(), atMost: habit.limit)
    }

    @Test(arguments: habits + messageHabits) func `messages are plain`(habit: Habit) throws {
        try expect(habit, in: try Self.messages.get(), atMost: habit.messageLimit)
    }

    @Test func `a message is read without its interpolations`() {
        let code = #"    throw Issue("a \(name("b c")) is \"not\" here: " + "see x")  // "no message at all""#
        #expect(Prose(messages: code, path: "a").lines.map(\.text).first == "a  is \"not\" here: ")
    }

    @Test(arguments: habits) func `names and comments of tests are plain`(habit: Habit) throws {
        try expect(habit, in: try Self.tests.get(), atMost: habit.testLimit)
    }

    @Test(arguments: habits) func `pages are plain`(habit: Habit) throws {
        try expect(habit, in: try Self.pages.get(), atMost: habit.pageLimit)
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
            .map { ("\(folder)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }

    @Test func `prose excludes code and samples`() {
        let text = [
            "/// What `where` is, where it is.", "/// - where", "/// ```swift", "/// where", "/// ```",
            "let where = 1 // not a line of prose", "// Where else",
        ].joined(separator: "\n")
        let lines = Prose(swift: text, path: "a").lines
        #expect(lines.map(\.text) == ["What  is, where it is.", "- where", "", "Where else"])
        #expect(lines.map(\.isSummary) == [true, false, false, false])
        #expect(lines.map(Habit.phrase("where").count) == [1, 1, 0, 1])
        #expect(lines.map(Habit.opening(["what"]).count) == [1, 0, 0, 0])
        #expect(Prose(page: "a `b`\n```\nc\n```\nd", path: "a").lines.map(\.text) == ["a ", "", "d"])
        #expect(Prose(script: "#!/bin/sh\n  # a\nb # c", path: "a").lines.map(\.text) == ["a"])
    }

    @Test func `the names of tests and suites are prose`() {
        let text = [
            "@Suite(\"A b\") struct C {", "@Test(arguments: [1]) func \u{60}what d is\u{60}() {}",
            "func \u{60}for\u{60}() {}",
            "@Test(", "\"e f\", arguments: [\"g h\"])", "@Test(\"i j\") func k() {}",
        ].joined(separator: "\n")
        let lines = Prose(swift: text, path: "a").lines
        #expect(lines.map(\.text) == ["A b", "what d is", "e f", "i j"])
        #expect(lines.map(\.place) == ["a:1", "a:2", "a:5", "a:6"])
        #expect(lines.map(Habit.opening(["what"]).count) == [0, 1, 0, 0])
    }

    @Test func `the summary of a function begins with a verb`() {
        let text = [
            "/// The sum.", "@Test(", "arguments: [1]", ")", "func a() {}", "/// Returns b.", "private static func b()",
            "/// Makes it.", "@inlinable init?(a: Int) {", "/// A value.", "@A(b: .init()) static let c = d.init()",
            "/// A suite.",
            "@Suite struct E {", "func f() {}",
        ].joined(separator: "\n")
        let lines = Prose(swift: text, path: "a").lines
        #expect(lines.map(\.isFunction) == [true, true, true, false, false])
        #expect(lines.map(Habit.headless().count) == [1, 0, 0, 0, 0])
    }

    @Test func `a negated noun differs from a comparison and an absence`() {
        let text = "// it is no token\n// what they are is none\n// it is no longer there\n// there is no token"
        #expect(Prose(swift: text, path: "a").lines.map(Habit.negatedNoun().count) == [1, 1, 0, 0])
    }
}
