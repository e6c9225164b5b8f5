import Foundation
import Requests
import RequestsEndpoints

/// An API with a part from every source.
struct ShelfAPI: RequestProviding {
    let baseURL = URL("https://books.example/v1?lang=en")
    var coding: Coding { .snakeCase }

    @GET("/shelves/{shelf}/books?v=2") var books: Endpoint<BookSearch, [String]>
    @GET("/files/{path*}") var file: Endpoint<String, Data>
    @GET("/covers/{book}.{form}") var cover: Endpoint<Cover, Data>
    @GET("/health") var health: Endpoint<Void, Void>
    let add = Endpoint<NewBook, String>(.post, "/shelves/{shelf}/books").adding(headerField: HeaderField("X-Form", "2"))
        .setting(\.idempotency, .keyed)

    /// An endpoint that is not stored, so that only its path is known.
    var unstored: Endpoint<BookSearch, [String]> { Endpoint(.get, "/old/{shelf}") }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<ShelfAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: "X-Version", 3)
            .adding(query: "client", "cli")
            .setting(\.userAgent, nil)
            .setting(\.policy.totalTimeout, .seconds(30))
    }
}

struct BookSearch: Codable {
    var shelf: Int?
    var author: String?
    var onlyNew: Bool?
    var tags: [String] = []
}

struct NewBook: Codable {
    var shelf: Int
    var bookTitle: String
    var year: Int?
    @HeaderValue var idempotencyKey: String?
    @CookieValue var session: String?
}

struct Cover: Codable {
    var book: String
    var form: String
}

struct AddBook: EndpointRequest {
    static let declaration = Endpoint<Self, String>(.post, "/shelves/{shelf}/books")
        .adding(headerField: HeaderField("X-Form", "2"))

    var baseURL = URL("https://books.example/v1")
    var shelf: Int
    var title: String
    var timeoutInterval: TimeInterval = 7
    var header: HeaderFields { ["X-Own": "1"] }
    var queryItems: [QueryItem] { [QueryItem("dry")] }
    var options: RequestOptions {
        var options = RequestOptions()
        options.userAgent = "Shelf/1"
        return options
    }
}

struct GetBook: RequestConvertible {
    typealias Resource = [String]?

    let id: String
    var baseURL: URL { URL("https://books.example/v1") }
    var endpoint: URLPath { "/books/\(id)?full=1" }
    var method: HTTPMethod { .get }
    var queryItems: [QueryItem] { [QueryItem("page", 2)] }
    var cachePolicy: URLRequest.CachePolicy { .reloadIgnoringLocalCacheData }
    var options: RequestOptions {
        var options = RequestOptions()
        options.userAgent = nil
        options.retryPolicy = .never
        return options
    }
}
