#if XML
import Foundation
import Requests
import RequestsXML
import Testing
import ValueSupport

/// Each kind of values in each style in XML: the value comes back equal, or an error names the property.
@Suite("Values in XML", .timeLimit(.minutes(3))) struct XMLValueTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "values.recorded")

    /// A document.
    private struct Document: ValuePlace {
        let name = "XML"

        func read<Message: ValueMessage>(_ message: Message, coding: Coding) throws -> Message {
            let data = try BodyFormat.xml(root: "root").data(from: message, coding: coding)
            return try BodyFormat.xml.value(Message.self, from: data, coding: coding)
        }
    }

    /// Compares the outcomes with the file.
    ///
    /// With `REQUESTS_RECORD=1` in the environment, the test writes the file.
    @Test func `a value comes back equal, or an error names its property`() async throws {
        let table = await ValueTable(only: [Document()])
        for problem in table.problems { Issue.record("\(problem)") }
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" {
            try Data(table.text.utf8).write(to: Self.file)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == table.text)
    }
}
#endif
