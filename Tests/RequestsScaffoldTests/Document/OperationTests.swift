import Requests
import Testing

@testable import RequestsScaffold

@Suite("Operations of a document") struct OperationTests {
    private let operation = Operation(
        method: "GET", path: "/repos/{owner}/issues",
        content: ["operationId": "issues/list", "tags": ["issues"]], parameters: [])

    @Test(arguments: [
        ("GET /repos/{owner}/issues", true), ("GET /repos/*", true), ("*", true), ("/repos/*/issues", true),
        ("POST /repos/*", false), ("GET /*/labels", false), ("issues", true), ("issues/list", true),
        ("issues/*", true), ("labels", false), ("GET /repos/*/x/*issues", false),
    ]) func `a pattern, a tag or an ID selects operations`(_ selector: String, isSelected: Bool) {
        #expect(operation.matches(selector) == isSelected)
    }

    @Test func `a list shows the operations`() throws {
        let lines = OperationList(try Fixture.library.read()).lines
        #expect(lines.count == 18)
        #expect(lines[1] == "POST /books               books/add             books    Add a book")
    }

    @Test func `parts of an operation ID that a framework adds are left out`() {
        let operation = Operation(
            method: "GET", path: "/v1/files/{file_id}", content: ["operationId": "get_file_v1_files__file_id__get"],
            parameters: [])
        #expect(operation.words.propertyName == "getFile")
    }
}
