import Foundation
import Requests
import RequestsTesting

enum BuildingSamples {
    static func anonymous(by session: some Transport) async throws -> String {
        let ip = try await session.perform(
            AnonymousProvider("https://api.example.com").get(.text, from: "/ip"))
        return ip
    }

    static func agents() -> [Request<AnonymousProvider, String>] {
        let request = AnonymousProvider("https://api.example.com").get(.text, from: "/ip")
        let named = request.setting(\.userAgent, "Till/3.1")
        let unnamed = request.setting(\.userAgent, nil)  // no User-Agent at all
        return [request, named, unnamed]
    }

    static func order(_ basket: Basket, token: String) -> Request<Shop, Receipt> {
        // POST /v1/orders?notify=true
        // Idempotency-Key: 3f2504e0-4f89-11d3-9a0c-0305e82c3301
        let order = Shop.live.post(.json(basket), to: "/orders")
            .adding(query: "notify", true)
            .adding(headerField: .idempotencyKey, basket.id)
            .authenticated(with: .bearerToken(token))
            .receiving(.json(Receipt.self))
        return order
    }

    static func variants() -> [Request<Shop, [Article]>] {
        let all = Shop.live.get(.json([Article].self), from: "/articles")
        let cheap = all.adding(query: "max_price", 10)  // `all` is unchanged
        return [all, cheap]
    }

    static func cleanUp() -> DeleteArticle {
        let cleanUp = DeleteArticle(baseURL: Shop.staging.baseURL, id: 7)
        return cleanUp
    }

    nonisolated static func signature(of message: OutgoingRequest) throws -> String {
        "\(message.method) \(message.url.absoluteString.utf8.count)"
    }

    static func signed(_ id: Int) -> Request<Shop, Void> {
        let signed = Shop.live.delete("/orders/\(id)").adapting { message in
            message.header["X-Signature"] = try signature(of: message)
        }
        return signed
    }

    static func show(_ order: Request<Shop, Receipt>) throws {
        print(order)  // POST https://api.shop.example/v1/orders?notify=true
        print(try order.resolve().wireFormat(showingBody: true))
        print(try order.resolve().cURL())
    }

    static func command(_ issue: NewIssue, token: String) throws -> String {
        let request = GitHub.live.post(.json(issue), to: "/issues")
            .authenticated(with: .bearerToken(token))
        let command = try request.resolve().cURL(showingBody: true)
        return command
    }

    static func explain(_ order: Request<Shop, Receipt>) {
        print(order.explain())
    }
}
