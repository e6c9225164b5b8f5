import Foundation
import Testing
import ValueSupport

/// Each kind of values in each place and style: the value comes back equal, or an error names the property.
@Suite("Values in every place", .timeLimit(.minutes(3))) struct ValueTableTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "values.recorded")

    /// Compares the outcomes with the file.
    ///
    /// With `REQUESTS_RECORD=1` in the environment, the test writes the file.
    @Test func `a value comes back equal, or an error names its property`() async throws {
        let table = await ValueTable()
        for problem in table.problems { Issue.record("\(problem)") }
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" {
            try Data(table.text.utf8).write(to: Self.file)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == table.text)
    }
}
