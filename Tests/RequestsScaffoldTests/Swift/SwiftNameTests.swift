import Testing

@testable import RequestsScaffold

@Suite("Names of scaffolded code") struct SwiftNameTests {
    @Test(arguments: [
        ("pull-request_url", "PullRequestURL", "pullRequestURL"), ("HTTPServer", "HTTPServer", "httpServer"),
        ("user id", "UserID", "userID"), ("Date", "DateValue", "date"), ("self", "SelfValue", "selfValue"),
        ("1st", "Value1st", "value1st"), ("", "Value", "value"),
        ("😀", "Value", "value"), ("Café", "Cafe", "cafe"), ("+1", "Plus1", "plus1"), ("-1", "Minus1", "minus1"),
        ("issues/list-for-repo", "IssuesListForRepo", "issuesListForRepo"),
        ("-name", "DescendingName", "descendingName"), ("+created_at", "AscendingCreatedAt", "ascendingCreatedAt"),
        (">=", "AtLeast", "atLeast"), ("<", "Less", "less"), ("!=", "NotEqual", "notEqual"), ("*", "AnyValue", "any"),
        ("StartTime<", "StartTimeBefore", "startTimeBefore"), ("DateSent>=", "DateSentSince", "dateSentSince"),
        ("size>", "SizeAbove", "sizeAbove"), ("size<=", "SizeAtMost", "sizeAtMost"), ("a-b", "AB", "aB"),
    ]) func `a name follows the guidelines`(_ name: String, type: String, member: String) {
        #expect(SwiftName.type(Words(name)) == type)
        #expect(SwiftName.member(Words(name)) == member)
    }

    @Test(arguments: [("class", "`class`"), ("in", "`in`"), ("name", "name"), ("any", "any")])
    func `a keyword is between backticks`(_ name: String, _ declared: String) {
        #expect(SwiftName.declared(name) == declared)
    }

    @Test func `names that differ only in case are not unique`() {
        var names = NameRegistry()
        #expect(names.unique("ab") == "ab")
        #expect(names.unique("AB") == "AB2")
        #expect(names.unique("ab") == "ab3")
        #expect(names.unique("v1") == "v1")
        #expect(names.unique("v1") == "v1v2")
    }
}
