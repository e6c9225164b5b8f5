import TestSupport
import Testing

@testable import RequestsEndpoints

@Suite("Definitions of endpoints") struct EndpointDefinitionTests {
    private typealias Item = Endpoint<Int, String>

    @Test func `an endpoint is one reference, which an API with many endpoints does not count`() {
        #expect(MemoryLayout<Item>.size == MemoryLayout<Int>.size)
        #expect(Item(.get, "/items/{id}").definition === Item(.get, "/items/{id}").definition)
    }

    @Test func `endpoints that differ in method, path or types have different definitions`() {
        let definitions: [AnyObject] = [
            Item(.get, "/items/{id}").definition, Item(.put, "/items/{id}").definition,
            Item(.get, "/items/{id}/name").definition, Endpoint<String, String>(.get, "/items/{id}").definition,
            Endpoint<Int, Int>(.get, "/items/{id}").definition,
        ]
        #expect(Set(definitions.map(ObjectIdentifier.init)).count == definitions.count)
    }

    @Test func `a changed endpoint leaves the others as they are`() {
        let changed = Item(.get, "/changed/{id}").status(.accepted).summary("Changed")
        let original = Item(.get, "/changed/{id}")
        #expect(changed.status == .accepted && changed.summary == "Changed")
        #expect(original.status == .ok && original.summary.isEmpty)
    }

    @Test func `all tasks get the same definition`() async {
        let definitions = await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask { ObjectIdentifier(Item(.get, "/tasks/{id}").definition) }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(definitions.count == 1)
    }

    @Test(
        arguments: [
            { Item(.get, EndpointPath("/made/\($0)/{id}")) }, { Item(HTTPMethod(rawValue: $0), "/method/{id}") },
            { Item(.get, "/literal/{id}").summary($0) },
        ] as [@Sendable (String) -> Endpoint<Int, String>])
    func `an endpoint that is made from a text is not kept`(make: @Sendable (String) -> Endpoint<Int, String>) {
        weak var definition: EndpointDefinition<Int, String>?
        do {
            let endpoint = make("TEXT")
            withExtendedLifetime(endpoint) {
                definition = endpoint.definition
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
        #expect(!dumped.contains("Unmanaged"))
        #expect("\(ItemsAPI())".contains("GET /items/{id}"))
    }

    private struct ItemsAPI {
        @GET("/items/{id}") var item: Item
        let change = Item(.put, "/items/{id}")
    }
}
