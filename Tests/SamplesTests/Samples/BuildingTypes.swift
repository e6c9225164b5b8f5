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

extension Coding {
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

protocol ShopRequest: RequestConvertible where Failure == ShopProblem {}

extension ShopRequest {
    var baseURL: URL { Shop.live.baseURL }
    var coding: Coding { .shop }
}

struct GetArticle: ShopRequest {
    typealias Resource = Article

    let id: Int

    var endpoint: URLPath { "/articles/\(id)" }
    var method: HTTPMethod { .get }
}

struct AddArticle: ShopRequest {
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

struct ShopProblem: Codable {
    let reason: String
}

struct Article: Codable {
    let id: Int
    let unitPrice: Int
}

struct Basket: Codable {
    let id: UUID
    let articles: [Int]
}

struct Receipt: Codable {
    let number: Int
}
