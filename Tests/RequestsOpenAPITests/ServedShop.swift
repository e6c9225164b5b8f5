import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI

/// The routes of the shop, whose responses are the same in every run.
enum ServedShop {
    static let info = OpenAPI.Info(
        title: "Shop", version: "1", summary: "Books and toys.", license: .init(name: "MIT License", identifier: "MIT"),
        servers: [.init(URL("https://shop.example/v1"), description: "For customers")],
        tags: ["items": "What the shop *sells*", "events": "What the shop reports"], webhooks: ShopEvents())

    static let routes = Routes(ShopAPI())
        .on(\.items) { search in search.kinds.isEmpty ? [] : [Created.sample.item, full] }
        .on(\.item) { id in
            guard id == full.id else { throw ShopFailure(code: 7, reason: "there is no such item") }
            return full
        }
        .on(\.add) { _ in .sample }
        .on(\.replace) { _ in }
        .on(\.remove) { _ in throw ServingError(.conflict, "the item is in a cart") }
        .on(\.file) { input in Data(input.path.utf8) }
        .on(\.ticks) { ElementStream([Tick(price: 1), Tick(price: 1.5)]) }
        .on(\.events) { ElementStream([ServerSentEvent(data: Tick(price: 1))]) }
        .on(\.head) {}
        .on(\.text) { "a text" }
        .on(\.upload) { _ in }
        .on(\.stock) { filter in
            switch filter.kinds {
            case [.toy]: .accepted
            case [.book]: .created(.sample)
            default: .ok([StockCount(kind: .toy, count: 3)])
            }
        }
        .on(\.search) { _ in throw CocoaError(.fileNoSuchFile) }

    static let full = Item(
        id: UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)), kind: .toy, unitPrice: 2.25,
        madeAt: Date(timeIntervalSince1970: 1_000_000_000.5), parts: [Created.sample.item], notes: ["a": "b"],
        image: URL("https://shop.example/a.png"), color: Color(red: 7))
}

/// Notes each response of routes.
actor ResponseRecorder {
    private var responses: [JSONValue] = []

    /// All responses as JSON.
    var json: JSONValue { .array(responses) }

    nonisolated func transport(to routes: Routes<ShopAPI>) -> Loopback {
        Loopback { request in
            let response = await routes.respond(to: request)
            let data = try await response.body.collect(upTo: .max)
            await self.note(request, response.head, data)
            return TransportResponse(head: response.head, body: MessageBody(data))
        }
    }

    private func note(_ request: IncomingRequest, _ head: ResponseHead, _ data: Data) {
        let fields = head.header.map { (key: $0.name.rawValue, value: JSONValue.string($0.value)) }
        responses.append([
            "method": .string(request.method.rawValue),
            "path": .string(String(request.target.prefix { $0 != "?" })),
            "status": JSONValue(head.status.code), "header": .object(.init(fields)),
            "body": .string(String(decoding: data, as: UTF8.self)),
        ])
    }
}
