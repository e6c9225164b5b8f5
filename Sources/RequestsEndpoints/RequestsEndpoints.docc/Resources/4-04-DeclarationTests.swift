import RequestsTesting
import Testing

@testable import Issues

extension IssueListTests {
    @Test func `the API is declared without a mistake`() throws {
        try GitHub.live.check()
    }
}
