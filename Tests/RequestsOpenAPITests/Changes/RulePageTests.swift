import Foundation
import Testing

@testable import RequestsOpenAPI

/// The table of the rules on the page, which must match the code.
@Suite("The page of the rules") struct RulePageTests {
    private static let heading = "## The rules\n"

    /// Compares the table; with `REQUESTS_RECORD=1` in the environment, the test writes it.
    @Test func `the page lists the rules of the code`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/RequestsEndpoints/RequestsEndpoints.docc/ChangingAnAPI.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let start = page.firstRange(of: Self.heading)?.lowerBound ?? page.endIndex
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" {
            try Data((page[..<start] + Self.table).utf8).write(to: file, options: .atomic)
        } else {
            let isSame = page[start...] == Self.table
            #expect(isSame, "Run it with REQUESTS_RECORD=1 to write the table anew.")
        }
    }

    private static var table: String {
        let count = ChangeRule.groups.map(\.rules.count).reduce(0, +)
        var text = """
            \(heading)
            These are all \(count) rules, as the code has them. The check against a provider's document uses those with a mark in the
            last column.

            """
        for group in ChangeRule.groups {
            text += "\n### \(group.title)\n\n| rule | verdict | reason | provider |\n|---|---|---|---|\n"
            for rule in group.rules {
                text += "| `\(rule.id)` | \(rule.verdict.rawValue) | \(rule.reason) | \(rule.isDrift ? "✓" : "") |\n"
            }
        }
        return text
    }
}
