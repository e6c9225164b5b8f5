import Foundation
import Requests
import RequestsEndpoints
import Testing

@testable import RequestsOpenAPI

/// No contract fails while files are recorded.
@Suite("Tags, servers and webhooks", .disabled(if: ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1"))
struct InfoTests {
    private func document(
        tags: KeyValuePairs<String, String> = [:], webhooks: (any RequestProviding)? = nil,
        version: OpenAPI.Version = .v3_1
    ) throws -> OpenAPI {
        let info = OpenAPI.Info(title: "Shop", version: "1", tags: tags, webhooks: webhooks)
        return try OpenAPI(ShopAPI(), info: info, version: version)
    }

    // MARK: - Tags

    @Test func `tags have their descriptions, in the order of the descriptions`() throws {
        let document = try document(tags: ["admin": "For *staff*", "unused": "Nothing", "items": "What the shop sells"])
        #expect(
            document.content["tags"]
                == [
                    ["name": "admin", "description": "For *staff*"],
                    ["name": "items", "description": "What the shop sells"],
                ])
    }

    @Test func `tags without a description follow, in order of first use`() throws {
        let tags = try document(tags: ["admin": "For staff"]).content["tags"]
        #expect(tags == [["name": "admin", "description": "For staff"], ["name": "items"]])
        #expect(try document().content["tags"] == [["name": "items"], ["name": "admin"]])
    }

    @Test func `a contract keeps the descriptions of its tags`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try document(tags: ["admin": "For staff"]).expectContract(at: file, isRecording: true)
        try ShopAPI().expectContract(at: file)
        try document(tags: ["admin": "Other"]).expectContract(at: file, isRecording: true)
        let error = #expect(throws: OpenAPIDifferences.self) {
            try document(tags: ["admin": "For staff"]).expectContract(at: file, isRecording: false)
        }
        #expect(error?.changes.map(\.rule) == ["api-tags-changed"])
    }

    // MARK: - Servers

    @Test func `a served document has the servers with their descriptions`() async throws {
        let info = OpenAPI.Info(
            title: "Shop", version: "1",
            servers: [
                .init(URL("https://shop.example"), description: "For customers"),
                .init(URL("/v2"), description: "Next"),
            ])
        let routes = try Routes(ShopAPI()).on(\.text) { "tea" }.documented(info: info)
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/v1/openapi.json", header: []))
        let document = try OpenAPI(await response.body.collect(upTo: .max))
        #expect(
            document.content["servers"]
                == [
                    ["url": "https://shop.example", "description": "For customers"],
                    ["url": "/v2", "description": "Next"],
                ])
    }

    // MARK: - Webhooks

    @Test(arguments: [OpenAPI.Version.v3_1, .v3_2])
    func `a webhook is described by the name of its property`(version: OpenAPI.Version) throws {
        let document = try document(webhooks: ShopEvents(), version: version)
        let webhooks = try #require(document.content["webhooks"]?.object)
        #expect(webhooks.map(\.key) == ["added", "stock.empty"])
        let added = webhooks["added"]?["post"]
        #expect(added?["summary"] == "Reports a new item")
        #expect(added?["operationId"] == "added")
        #expect(
            added?["requestBody"]?["content"]?["application/json"]?["schema"] == ["$ref": "#/components/schemas/Item"])
        #expect(added?["parameters"]?[0]?["name"] == "Signature")
        #expect(added?["responses"]?.object?.map(\.key) == ["204"])
        #expect(added?["security"] == nil)
        // The webhooks have a coding of their provider, which differs from the API's coding.
        let names = document.content["components"]?["schemas"]?["Empty"]?["properties"]?.object?.map(\.key)
        #expect(names == ["last_item"])
        #expect(document.content["tags"] == [["name": "items"], ["name": "admin"], ["name": "events"]])
        #expect(document.content["components"]?["securitySchemes"] == nil)
        #expect(try OpenAPI(document.data).notes == [])
        #expect(try OpenAPI(document.data) == document)
    }

    @Test func `3.0 has no webhooks`() throws {
        let document = try document(webhooks: ShopEvents(), version: .v3_0)
        #expect(document.content["webhooks"] == nil)
        #expect(document.notes.map(\.place) == ["/webhooks"])
        #expect(try OpenAPI(document.data).notes == [])
    }

    @Test func `a change of a webhook is found`() throws {
        let (old, new) = (try document(), try document(webhooks: ShopEvents()))
        #expect(new.changes(since: old).map(\.rule).contains("webhook-added"))
        #expect(old.changes(since: new).map(\.rule).contains("webhook-removed"))
        #expect(new.changes(since: new) == [])
    }

    @Test func `a contract test compares the webhooks of its information`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try document(webhooks: ShopEvents()).expectContract(at: file, isRecording: true)
        let info = OpenAPI.Info(title: "Shop", version: "1", webhooks: ShopEvents())
        let api = ShopAPI()
        try api.expectContract(at: file, info: info)
        let error = #expect(throws: OpenAPIDifferences.self) { try api.expectContract(at: file) }
        #expect(error?.changes.map(\.rule).contains("webhook-removed") == true)
    }

    @Test func `a webhook that can't be described is an error`() throws {
        let error = #expect(throws: OpenAPIProblems.self) { try document(webhooks: WrongEvents()) }
        #expect(
            error?.problems.map(\.description) == [
                "`moved`: is a webhook, so its path can't have the placeholder `id`",
                "`items`: has the same operation ID `items` as another endpoint, but operation IDs must be unique",
                "`queried`: has the method QUERY, which requires OpenAPI 3.2: pass `version: .v3_2`",
                "`Item` has one schema in the endpoints and another in the webhooks: rename one of the two types",
            ])
    }
}

private struct WrongEvents: RequestProviding {
    let baseURL = URL("https://user.example")
    let moved = Endpoint<ItemID, Void>(.post, "/{id}")
    let items = Endpoint<Void, Void>(.post, "/")
    let queried = Endpoint<Void, Void>("QUERY", "/")
    // This endpoint has the standard coding, which differs from the coding of the shop.
    let changed = Endpoint<Item, Void>(.put, "/")
}
