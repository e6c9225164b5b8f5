import Foundation
import Requests
import RequestsEndpoints

/// The requests that the shop sends.
struct ShopEvents: RequestProviding {
    typealias Failure = ShopFailure

    var baseURL: URL { URL("https://user.example?key=SECRET") }
    var coding: Coding { .snakeCase }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<ShopEvents, Void> {
        Request(api: self, endpoint: endpoint, method: method).authenticated(with: .bearerToken("SECRET"))
    }

    let added = Endpoint<Signed, Void>(.post, "/").summary("Reports a new item").tags("events")
    let stock = Stock()

    struct Stock: Sendable {
        let empty = Endpoint<Empty, Void>(.post, "")
    }

    struct Signed: Codable, Sendable {
        @HeaderValue var signature: String
        @BodyValue var item: Item
    }

    struct Empty: Codable, Sendable { var lastItem: UUID }
}
