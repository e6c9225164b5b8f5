import RequestsTesting
import TestSupport
import Testing

@testable import RequestsEndpoints

@Suite("Definitions of endpoints") struct EndpointDefinitionTests {
    private typealias Item = Endpoint<Int, String>

    @Test func `an endpoint is one reference`() {
        #expect(MemoryLayout<Item>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<GET<Int, String>>.size == MemoryLayout<Int>.size)
    }

    @Test func `an endpoint has the path of its declaration, with its placeholders`() {
        let api = ItemsAPI()
        #expect(api.item.path == "/items/{id}" && api.change.path == "/items/{id}")
        #expect(Item(.get, "/files/:name.png?size=1").path == "/files/:name.png?size=1")
    }

    @Test func `a changed endpoint leaves the others as they are`() {
        let changed = Item(.get, "/changed/{id}").status(.accepted).summary("Changed")
        let original = Item(.get, "/changed/{id}")
        #expect(changed.status == .accepted && changed.documentation.summary == "Changed")
        #expect(original.status == .ok && original.documentation.summary.isEmpty)
    }

    @Test func `an endpoint keeps its definition no longer than its API`() {
        weak var definition: EndpointDefinition<Int, String>?
        do {
            let api = ItemsAPI()
            withExtendedLifetime(api) {
                definition = api.item.definition
                #expect(definition != nil)
            }
        }
        #expect(definition == nil)
    }

    @Test func `an API prints its endpoints by method and path`() {
        var dumped = ""
        dump(ItemsAPI(), to: &dumped)
        #expect(dumped.contains("GET /items/{id}"))
        #expect(dumped.contains("PUT /items/{id}"))
        #expect("\(ItemsAPI())".contains("GET /items/{id}"))
    }

    private struct ItemsAPI {
        @GET("/items/{id}") var item: Item
        let change = Item(.put, "/items/{id}")
    }

    @Test func `a valid API passes, and the check reports what it inspected`() throws {
        for coding in [Coding.standard, .snakeCase] {
            let check = try TodosAPI(coding: coding).check()
            #expect(
                check == [
                    "all", "add", "remove", "report", "name", "replace", "ping", "search", "declared", "login",
                ])
        }
    }
}
