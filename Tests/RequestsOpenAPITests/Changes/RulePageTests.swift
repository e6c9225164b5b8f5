import Foundation
import Testing

@testable import RequestsOpenAPI

/// The tables of the rules on their pages, which must match the code.
@Suite("The pages of the rules") struct RulePageTests {
    /// A page with the rules of some groups.
    struct Page: Sendable, CustomTestStringConvertible {
        let name: String
        let isSchemas: Bool

        var testDescription: String { name }

        var groups: [(title: String, rules: [ChangeRule])] {
            ChangeRule.groups.filter { $0.title.lowercased().contains("schemas") == isSchemas }
        }

        /// The end of the page: a table for each group and verdict.
        var tables: String {
            let count = groups.map(\.rules.count).reduce(0, +)
            var text = "\(RulePageTests.heading)\nThese are all \(count) rules.\n"
            for group in groups {
                text += "\n### \(group.title)\n"
                for verdict in OpenAPI.Verdict.allCases {
                    text += Self.table(group.rules.filter { $0.verdict == verdict }, of: verdict)
                }
            }
            return text
        }

        /// Returns the table of a verdict, and marks the rules for a provider's document.
        private static func table(_ rules: [ChangeRule], of verdict: OpenAPI.Verdict) -> String {
            guard !rules.isEmpty else { return "" }
            let hasMarks = rules.contains(where: \.isDrift)
            var lines = ["", "| \(verdict.rawValue) | reason |", "|---|---|"]
            lines += rules.map { "| `\($0.id)` | \($0.reason) |" }
            if hasMarks {
                let marks = ["", " provider |", "---|"] + rules.map { $0.isDrift ? " ✓ |" : "  |" }
                lines = zip(lines, marks).map { $0 + $1 }
            }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    private static let heading = "## The rules\n"

    /// Compares the tables; with `REQUESTS_RECORD=1` in the environment, the test writes them.
    @Test(arguments: [Page(name: "ChangeRules.md", isSchemas: false), Page(name: "SchemaRules.md", isSchemas: true)])
    func `a page lists the rules of the code`(page: Page) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/RequestsEndpoints/RequestsEndpoints.docc/\(page.name)")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = text.firstRange(of: Self.heading)?.lowerBound ?? text.endIndex
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" {
            try Data((text[..<start] + page.tables).utf8).write(to: file, options: .atomic)
        } else {
            let isSame = text[start...] == page.tables
            #expect(isSame, "Run it with REQUESTS_RECORD=1 to write the tables anew.")
        }
    }
}
