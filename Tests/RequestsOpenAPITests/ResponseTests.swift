import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import Testing

@Suite("Responses of documented routes") struct ResponseTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Documents")

    /// Compares the responses with the file; `.ci/full` validates them against the document with another tool.
    ///
    /// With `REQUESTS_RECORD=1` in the environment, the test writes the files.
    @Test func `routes respond as in the file`() async throws {
        let recorder = ResponseRecorder()
        let transport = recorder.transport(to: ServedShop.routes)
        try await send(by: transport)
        await sendInvalid(by: transport)
        let responses = await Data(recorder.json.description.replacing("},{\"method\"", with: "},\n{\"method\"").utf8)
        for version in OpenAPI.Version.allCases {
            let document = try OpenAPI(ServedShop.routes, info: ServedShop.info, version: version)
            try expect(document.data, in: "ServedShop-\(version.rawValue.prefix(3)).json")
        }
        try expect(responses + Data("\n".utf8), in: "ServedShop.responses.json")
    }

    private func expect(_ data: Data, in name: String) throws {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1" { try data.write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == String(decoding: data, as: UTF8.self))
    }

    private func send(by transport: Loopback) async throws {
        let api = ShopAPI()
        let search = Search(text: "tea", kinds: [])
        _ = try await transport.perform(api.request(\.items, search))
        _ = try await transport.perform(api.request(\.items, Search(text: "tea", kinds: [.book, .toy])))
        _ = try await transport.perform(api.request(\.item, ServedShop.full.id))
        _ = try await transport.perform(api.request(\.add, NewItem(kind: .book, count: 1, trace: nil)))
        let replacement = Replacement(id: Created.sample.item.id, session: "s", item: ServedShop.full)
        try await transport.perform(api.request(\.replace, replacement))
        _ = try await transport.perform(api.request(\.file, FilePath(path: "a/b")))
        _ = try await transport.perform(api.request(\.ticks))
        _ = try await transport.perform(api.request(\.events))
        try await transport.perform(api.request(\.head))
        _ = try await transport.perform(api.request(\.text))
        let image = FileValue(Data([0, 255]), fileName: "a.png")
        try await transport.perform(api.request(\.upload, Upload(title: "T", image: image)))
        for kinds in [[.book, .toy], [.toy], [.book]] as [[Kind]] {
            _ = try await transport.perform(api.request(\.stock, StockFilter(kinds: kinds)))
        }
        await #expect(throws: (any Error).self) {
            try await transport.perform(api.request(\.item, Created.sample.item.id))
        }
        await #expect(throws: (any Error).self) { try await transport.perform(api.request(\.search, search)) }
        let id = ItemID(id: Created.sample.item.id)
        await #expect(throws: (any Error).self) { try await transport.perform(api.request(\.remove, id)) }
    }

    /// Sends requests that the document doesn't allow.
    private func sendInvalid(by transport: Loopback) async {
        let api = ShopAPI()
        let get = { Request(api: api, endpoint: $0, method: .get) }
        let post = { Request(api: api, endpoint: $0, method: .post).sending($1) }
        let requests = [
            get("/items"), get("/items?text=a&page_size=b"), get("/items/1"),
            post("/items", .data(Data("{".utf8), contentType: .json)), post("/items", .json(["kind": 1])),
            post("/items", .text("a")), post("/images", .text("a")),
        ]
        for request in requests {
            let error = await #expect(throws: RequestError<ShopFailure>.self) { try await transport.perform(request) }
            #expect(error?.response != nil)
        }
    }
}
