import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of the page on migrating from Moya.
enum FromMoya {
    struct Shelf: RequestProviding {
        let baseURL: URL

        func book(_ id: Int) -> Request<Shelf, Book> {
            get(.json(), from: "/books/\(id)")
        }

        func search(_ text: String, page: Int) -> Request<Shelf, [Book]> {
            get(.json(), from: "/books")
                .adding(query: "q", text).adding(query: "page", page)
        }

        func add(_ book: NewBook) -> Request<Shelf, Book> {
            post(.json(book), to: "/books").receiving(.json())
        }
    }

    struct Book: Codable, Equatable {
        let id: Int
        let title: String
    }

    struct NewBook: Codable, Equatable {
        var title: String
    }

    struct ShelfAPI: RequestProviding {
        let baseURL: URL

        @GET("/books/{id}") var book: Endpoint<Int, Book>
        @GET("/books") var search: Endpoint<Search, [Book]>
        @POST("/books") var add: Endpoint<NewBook, Book>
    }

    struct Search: Codable, Equatable {
        var q: String
        var page: Int
    }

    /// A target of Moya as a request, which accepts every status and returns the bytes.
    struct TargetRequest: RequestConvertible {
        typealias Resource = Data

        let baseURL: URL
        let endpoint: URLPath = ""
        let method: HTTPMethod
        let header: HeaderFields
        let bodyProvider: BodyProvider
        let acceptableStatus = StatusSet.any

        init<Target: Moya.TargetType>(_ target: Target) throws {
            let message = try Moya.MoyaProvider<Target>.defaultEndpointMapping(
                for: target
            ).urlRequest()
            baseURL = message.url ?? target.baseURL
            method = HTTPMethod(message.httpMethod ?? "GET")
            let fields = message.allHTTPHeaderFields ?? [:]
            header = HeaderFields(
                fields.map { HeaderField(HeaderField.Name($0.key), $0.value) })
            bodyProvider = message.httpBody.map { .data($0) } ?? .none
        }
    }

    enum OldShelf: Moya.TargetType {
        case book(Int)
        case add(NewBook)

        var baseURL: URL { URL("https://shelf.example/v1") }
        var path: String {
            switch self {
            case .book(let id): "/books/\(id)"
            case .add: "/books"
            }
        }
        var method: Moya.Method {
            switch self {
            case .book: .get
            case .add: .post
            }
        }
        var task: Moya.Task {
            switch self {
            case .book: .requestPlain
            case .add(let book): .requestJSONEncodable(book)
            }
        }
        var headers: [String: String]? { ["Accept": "application/json"] }
    }

    protocol TokenStore: Sendable {
        var token: String { get }
    }

    struct Samples<Session: Transport> {
        let session: Session
        let shelf: Shelf

        func first(_ id: Int) async throws -> Book {
            let book = try await session.perform(shelf.book(id))
            return book
        }

        func call(show: @escaping @MainActor @Sendable (String) -> Void) {
            session.perform(shelf.search("tea", page: 1)) { result in
                switch result {
                case .success((_, let books)): show("\(books.count) books")
                case .failure(let error): show(error.localizedDescription)
                }
            }
        }

        func called(_ api: ShelfAPI) async throws -> [Book] {
            let books = try await session.perform(
                api.request(\.search, Search(q: "tea", page: 1)))
            return books
        }

        func authenticated(_ token: String) -> some Transport {
            let signedIn = session.authenticating(with: .bearerToken(token), for: shelf.baseURL)
            return signedIn
        }

        func authenticated(by store: some TokenStore) -> some Transport {
            let bearer = AuthenticationProvider {
                $0.header[.authorization] = "Bearer \(store.token)"
            }
            let signedIn = session.authenticating(with: bearer, for: shelf.baseURL)
            return signedIn
        }

        func plugged(
            _ device: String, note: @escaping @Sendable (String, HTTPStatus) -> Void
        ) -> some Transport {
            let plugged = session.adapting { request, next in
                var request = request
                request.header["X-Device"] = device  // prepare, and then willSend
                let response = try await next(request)
                note("\(request)", response.head.status)  // didReceive
                return response  // process: or another response, or an error
            }
            return plugged
        }

        func upload(_ cover: URL, to bar: Bar) async throws {
            let upload = shelf.post(
                .multipart {
                    Part("title", "Faust")
                    Part("cover", file: cover, contentType: "image/png")
                },
                to: "/books/7/cover"
            )
            .reportingProgress { progress in
                if progress.direction == .sent { bar.show(progress.fractionCompleted) }
            }
            try await session.perform(upload)
        }

        func download(_ id: Int, to file: URL) async throws -> HTTPStatus {
            let head = try await session.download(
                shelf.get(from: "/books/\(id)/text"), to: file)
            return head.status
        }

        func old(_ id: Int) async throws -> Book {
            let (head, data) = try await session.response(for: TargetRequest(OldShelf.book(id)))
            let book = try Moya.Response(statusCode: head.status.code, data: data)
                .filterSuccessfulStatusCodes().map(Book.self)
            return book
        }
    }

    static func stubbed(_ api: ShelfAPI) async throws -> (Book, [NewBook]) {
        let stub = Stub(api)
            .on(\.book) { id in Book(id: id, title: "Faust") }
            .on(\.add, .once) { new in Book(id: 8, title: new.title) }
            .on(\.search) { _ in throw TransportError(code: .offline, message: "no network")
            }
        let book = try await stub.perform(api.request(\.book, 7))
        _ = try await stub.perform(api.request(\.add, NewBook(title: "Tea")))
        try stub.verify()  // throws unless add was called once
        return (book, stub.inputs(of: \.add))
    }
}
