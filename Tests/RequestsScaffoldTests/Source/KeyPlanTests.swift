import Testing

@testable import RequestsScaffold

@Suite("Coding keys of scaffolded code") struct KeyPlanTests {
    @Test(arguments: [
        (["createdAt", "id"], KeyPlan.Style.verbatim), (["created_at", "id"], .snakeCase),
        (["created_at", "id", "+1", "_links"], .snakeCase), (["created_at", "userName", "page_size"], .custom),
        (["id", "title"], .verbatim), (["PageSize", "StartTime", "Name", "page_token"], .pascalCase),
        (["PageSize", "page_token", "next_page", "total_count"], .custom),
        (["pageSize", "startTime", "Name"], .verbatim),
    ]) func `the style is the most frequent one`(_ names: [String], _ style: KeyPlan.Style) {
        #expect(KeyPlan(Set(names)).style == style)
    }

    @Test func `each irregular name has one key`() {
        let plan = KeyPlan(["created_at", "user_name", "userName", "foo_1", "page_size"])
        #expect(plan.irregular == ["userNameValue": "userName", "foo1": "foo_1"])
        #expect(plan.key(for: "created_at") == "createdAt")
        #expect(plan.key(for: "foo_1") == "foo1")
    }

    @Test func `a name in Pascal case begins with a small letter in Swift`() {
        let plan = KeyPlan(["PageSize", "StartTime<", "Type", "page_token", "URLs"])
        #expect(plan.key(for: "PageSize") == "pageSize")
        #expect(plan.irregular == ["startTimeBefore": "StartTime<", "pageToken": "page_token"])
    }
}
