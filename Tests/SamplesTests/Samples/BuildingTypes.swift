import Foundation
import Requests

enum Shop: RequestProviding {
    case live
    case staging

    var baseURL: URL {
        switch self {
        case .live: URL("https://api.shop.example/v1")
        case .staging: URL("https://staging.shop.example/v1?trace=on")
        }
    }
}

extension Shop {
    typealias Failure = ShopProblem
    var coding: Coding { .shop }

    func request(
        to endpoint: URLPath, using method: HTTPMethod
    ) -> Request<Shop, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: .userAgent, "Till/3.1")
            .timeout(after: .seconds(10))
    }
}

nonisolated extension Coding {
    static let shop = Coding(keys: .snakeCase, dates: .secondsSince1970)
}

extension Shop {
    var articles: Request<Shop, [Article]> { self.get(.json(), from: "/articles") }

    func article(_ id: Int) -> Request<Shop, Article> {
        get(.json(), from: "/articles/\(id)")
    }
}

extension Request where API == Shop {
    func inStock() -> Self { adding(query: "in_stock", true) }
}

nonisolated protocol ShopRequest: RequestConvertible where Failure == ShopProblem {}

nonisolated extension ShopRequest {
    var baseURL: URL { Shop.live.baseURL }
    var coding: Coding { .shop }
}

nonisolated struct GetArticle: ShopRequest {
    typealias Resource = Article

    let id: Int

    var endpoint: URLPath { "/articles/\(id)" }
    var method: HTTPMethod { .get }
}

nonisolated struct AddArticle: ShopRequest {
    typealias Resource = String

    let article: Article

    var endpoint: URLPath { "/articles" }
    var method: HTTPMethod { .post }
    var bodyProvider: BodyProvider { .json(article) }
}

struct DeleteArticle: RequestConvertible {
    typealias Resource = Void

    let baseURL: URL
    let id: Int

    var endpoint: URLPath { "/articles/\(id)" }
    var method: HTTPMethod { .delete }
}

func command(_ request: some RequestConvertible) throws -> String {
    try request.resolve().cURL()
}

nonisolated struct ShopProblem: Codable {
    let reason: String
}

nonisolated struct Article: Codable {
    let id: Int
    let unitPrice: Int
}

nonisolated struct Basket: Codable {
    let id: UUID
    let articles: [Int]
}

nonisolated struct Receipt: Codable {
    let number: Int
}
