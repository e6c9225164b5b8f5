// The mistakes of newcomers. `.ci/run` compiles this file, whose types belong to the main actor unless they say otherwise:
// each comment has to be part of the compiler's message about its line, or about the next one (`@+1`).
import Foundation
import Requests
import RequestsEndpoints

struct Library: RequestProviding {
    let baseURL: URL

    @GET("/shelves/{shelf}/books") var all: Endpoint<Shelf, [Book]>
    @GET("/health") var health: Endpoint<Void, Void>
}

nonisolated struct Shelf: Codable { var shelf: Int }
nonisolated struct Book: Codable { var id: Int }
struct Film: Codable { var id: Int }
/// A public struct, which the compiler doesn't infer to be Sendable.
nonisolated public struct Poster: Codable { var id: Int }  // expected-note 2 {{conform to the 'Sendable' protocol}}

nonisolated struct NewBook: Codable {
    var title: String
    @HeaderValue var key: String?  // expected-error {{'nonisolated' cannot be applied to mutable stored properties}}
}

func keyPaths(_ api: Library, _ session: some Transport) async throws {
    _ = api.request(\.al, Shelf(shelf: 7))  // expected-error {{value of type 'Library' has no member 'al'}}
    _ = api.request(\.healthy)  // expected-error {{value of type 'Library' has no member 'healthy'}}
    _ = try await session.perform(api.request(\.al, Shelf(shelf: 7)))  // expected-error {{has no member 'al'}}
    _ = api.request(\.all, Book(id: 7))  // expected-error {{cannot convert value of type 'Book' to expected argument}}
    _ = api.request(\.health, Shelf(shelf: 7))  // expected-error {{cannot convert value of type 'Shelf' to}}
}

func names(_ api: Library, _ request: Request<Library, Book>, _ session: some Transport) async throws {
    // expected-error@+1 {{add each header field with adding(headerField: "X-Name", value)}}
    _ = request.adding(headers: ["X-A": "b"])
    _ = request.adding(header: "X-A", "b")  // expected-error {{renamed to 'adding(headerField:_:)'}}
    _ = request.setting(header: "X-A", 1)  // expected-error {{renamed to 'setting(headerField:_:)'}}
    _ = request.header("X-A", "b")  // expected-error {{renamed to 'setting(headerField:_:)'}}
    // expected-error@+1 {{use setting(headerField: "X-Name", value)}}
    _ = request.setValue("b", forHTTPHeaderField: "X-A")
    _ = request.adding(parameters: ["page": 2])  // expected-error {{renamed to 'adding(query:)'}}
    _ = request.timeout(after: 5)  // expected-error {{pass a duration: timeout(after: .seconds(5))}}
    _ = request.retrying(3)  // expected-error {{pass a policy: retrying(RetryPolicy(attemptLimit: 3))}}
    _ = session.retrying(3)  // expected-error {{pass a policy: retrying(RetryPolicy(attemptLimit: 3))}}
    _ = api.post(to: "/books").receiving(Book.self)  // expected-error {{pass a decoder: receiving(.json(User.self))}}
    _ = api.get([Book].self, from: "/books")  // expected-error {{pass a decoder: get(.json(User.self), from:}}
    // expected-error@+1 {{type 'any Decodable.Type' has no member 'xml'}}
    _ = api.get(.xml(Book.self), from: "/books")
    _ = api.get(.jsn([Book].self), from: "/books")  // expected-error {{has no member 'jsn'}}
    _ = request.receiving(.jsn(Book.self))  // expected-error {{has no member 'jsn'}}
    _ = request.query("page", 1)  // expected-error {{renamed to 'adding(query:_:)'}}
    _ = request.bearer("t")  // expected-error {{use authenticated(with: .bearerToken(token))}}
    _ = try await request.send()  // expected-error {{use a transport, as in URLSession.shared.perform(request)}}
    // expected-error@+1 {{the body comes first: patch(.json(user), to:}}
    _ = api.patch("/books/1", with: .json(["id": 2]))
    // expected-error@+1 {{also pass the API's URL: authenticating(with: provider, for: api.baseURL)}}
    _ = session.authenticating(with: .bearerToken("t"))
    _ = try await session.data(for: request)  // expected-error {{use perform(request), or response(for: request)}}
}

nonisolated struct Session {
    var isActive: Bool
    var isLast: Bool?
}

// A closure whose result has a neighbor with another meaning: it has that meaning, or doesn't compile.
func closures(_ api: Library, _ sessions: [String: Session], _ session: some Transport) {
    _ = Routes(api).authenticating(by: .bearerToken) { token in sessions[token]?.isActive }
    _ = Routes(api).authenticating(by: .bearerToken) { token in
        sessions[token, default: Session(isActive: false)].isActive
    }
    // expected-error@+1 {{cannot convert value of type 'Bool?' to closure result type 'Bool'}}
    _ = StatusSet { status in sessions[status.description]?.isActive }
    // expected-warning@+1 {{result of operator '==' is unused}}
    _ = api.get(from: "/books").validating { head, _ in head.status == .ok }
    // expected-error@+1 {{value of optional type 'Bool?' must be unwrapped}}
    let numbered = Pagination<Session>.pageNumber("page", isLast: { $0.isLast })  // expected-note 2 {{}}
    _ = numbered
    // expected-error@+1 {{cannot convert value of type '()' to closure result type 'TransportResponse'}}
    _ = session.adapting { request, next in _ = try await next(request) }
}

func untyped(_ api: Library, _ fields: [String: Any]) {
    _ = api.post(to: "/books").adding(query: fields)  // expected-error {{Any is not Encodable: use a struct}}
    // expected-error@+1 {{Any is not Encodable: use a struct}}
    _ = api.post(to: "/books").adding(query: ["page": 1, "q": "tea"])
    _ = api.post(.json(fields), to: "/books")  // expected-error {{Any is not Encodable: use a struct}}
    // expected-error@+1 {{Any is not Encodable: use a struct}}
    _ = api.post(.json(["id": 1, "title": "Tea"]), to: "/books")
    _ = api.post(.form(fields), to: "/books")  // expected-error {{Any is not Encodable: use a struct}}
    _ = api.post(to: "/books").adding(query: ["page": 1, "q": "tea"] as JSONValue)
    _ = api.post(.form(["page": 1]), to: "/books")
}

// The rows of the page "When it doesn't compile".
struct Catalogue {
    let session = Held().retrying()  // expected-error {{property definition has inferred type 'some Transport'}}
}

struct Held: Transport {
    func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await send(request) }
}

nonisolated struct Plain: Sendable { var id: Int }

struct Plainly: RequestProviding {
    let baseURL: URL
    // expected-error@+1 {{the input and the output must be Codable, or Void}}
    @GET("/plain") var plain: Endpoint<Plain, Book>
}

func page(_ api: Library, _ text: String, _ session: some Transport) {
    _ = api.all(Shelf(shelf: 7))  // expected-error {{make a request: api.request}}
    // expected-error@+1 {{pass the endpoint's input: request}}
    _ = api.request(\.all)
    // expected-error@+1 {{main actor-isolated conformance of 'Film' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    _ = api.get(.json(Film.self), from: "/")
    // expected-error@+1 2 {{type 'Poster' does not conform to the 'Sendable' protocol}}
    _ = api.get(.json(Poster.self), from: "/")
    // expected-error@+1 {{use a literal with unwrapped values}}
    _ = api.get(.none, from: text)
    // expected-error@+1 {{use a literal with unwrapped values}}
    _ = api.get(.none, from: "/users/" + text + "/repos/" + text + "/x")
    // expected-error@+1 {{use a literal with unwrapped values}}
    _ = api.delete("/users/" + text + "/repos/" + text + "/x")
    // expected-error@+1 {{use URLPath(absolute: url), or URLPath(link: text) for a link from a response}}
    _ = api.get(.none, from: api.baseURL)
    // expected-error@+1 {{authenticate a request: api.request}}
    _ = api.all.authenticated(with: AuthenticationProvider.bearerToken("t"))
    // expected-error@+1 {{remove validate(): statuses outside of 200 to 299 throw an error}}
    _ = api.get(.none, from: "/").validate()
    // expected-error@+1 {{value of type 'Request<Library, ()>' has no member 'responseDecodable'}}
    _ = api.get(.none, from: "/").responseDecodable(of: Book.self)
    Task {
        do { try await session.perform(api.get(.none, from: "/")) } catch {
            print(error.code)  // expected-error {{value of type 'any Error' has no member 'code'}}
        }
    }
}

// Mistakes in the function of a decoder, which one initializer passes two arguments, and another one three.
struct Broken: RequestProviding {
    typealias Failure = Book
    let baseURL: URL

    var failureDecoder: ResponseDecoder<Book> {
        ResponseDecoder { head, data, coding in
            var book = try JSONDecoder().decode(Book.self, from: data)
            book.id = head.statusCode  // expected-error {{value of type 'ResponseHead' has no member 'statusCode'}}
            return book
        }
    }

    func request(_ id: Int) -> Request<Broken, Int> {
        // expected-error@+1 {{value of type 'Book' has no member 'number'}}
        get(.init { _, data, coding in try coding.value(Book.self, fromJSON: data).number }, from: "/books/\(id)")
    }

    func old(_ id: Int) -> Request<Broken, Book> {
        get(
            ResponseDecoder { response, data in
                var book = try JSONDecoder().decode(Book.self, from: data)
                book.id = response.code  // expected-error {{value of type 'HTTPURLResponse' has no member 'code'}}
                return book
            }, from: "/books/\(id)")
    }
}

struct Settings {
    static let live = Settings()
    var limit = 50
}

struct Archive: RequestProviding {
    let baseURL: URL

    // expected-error@+1 {{main actor-isolated default value in a nonisolated context}}
    init(_ settings: Settings = .live) {
        baseURL = URL("https://archive.example")
    }

    // expected-error@+1 {{type 'any Encodable' does not conform to the 'Sendable' protocol}}
    func add(_ body: any Encodable) -> Request<Archive, Void> { post(.json(body), to: "/") }
}

func other(_ api: Library, _ url: URL, _ header: HeaderFields) {
    // expected-error@+1 {{cannot convert value of type 'URL' to expected argument type 'StaticString'}}
    _ = AnonymousProvider(url)
    _ = header + header  // expected-error {{binary operator '+' cannot be applied to two 'HeaderFields' operands}}
    // expected-error@+1 {{thrown expression type 'Book' does not conform to 'Error'}}
    _ = Routes(api).on(\.health) { _ in throw Book(id: 1) }
}

func contexts(_ api: Library, _ session: some Transport) async throws -> Book {
    let books: [Book]
    // expected-error@+1 {{pass a decoder: get(.json(User.self), from:}}
    books = try await session.perform(api.get([Book].self, from: "/books"))
    _ = books
    _ = api.post(Book(id: 1), to: "/books")  // expected-error {{pass a format: post(.json(user), to:}}
    _ = api.put("/books/1", with: .json(Book(id: 1)))  // expected-error {{the body comes first: put(.json(user), to:}}
    _ = api.patch(Book(id: 1), to: "/books/1")  // expected-error {{pass a format: patch(.json(user), to:}}
    _ = api.put(Book(id: 1), to: "/books/1")  // expected-error {{pass a format: put(.json(user), to:}}
    _ = api.post("/books", with: .json(Book(id: 1)))  // expected-error {{the body comes first: post(.json(user), to:}}
    _ = api.post(["id": 1, "title": "Tea"], to: "/books")  // expected-error {{Any is not Encodable: use a struct}}
    _ = api.get(from: "/books").validate(statusCode: 200..<300)  // expected-error {{use accepting(.range(200..<300))}}
    _ = api.get(from: "/books").receiving(stream: .jsonLine(Book.self))  // expected-error {{has no member 'jsonLine'}}
    _ = api.get(from: "/books").retrying()  // expected-error {{call retrying() on the transport}}
    _ = RetryPolicy(retryLimit: 3)  // expected-error {{use attemptLimit, which includes the first attempt}}
    _ = try await session.perform(api.health)  // expected-error {{make a request: perform(api.request}}
    let stream = try await session.stream(api.get(from: "/books").receiving(stream: .jsonLines(Book.self)))
    _ = Array(stream)  // expected-error {{use a loop: for try await element in stream}}
    // expected-error@+1 {{pass a decoder: receiving(.json(User.self))}}
    return try await session.perform(api.post(to: "/books").receiving(Book.self))
}

func codes(_ error: RequestError<Book>) {
    if error.statusCode == 404 {}  // expected-error {{use error.head?.status, an HTTPStatus such as .notFound}}
    if error.code == .notFound {}  // expected-error {{notFound is a status}}
    if error.responseCode == 404 {}  // expected-error {{use error.head?.status, an HTTPStatus such as .notFound}}
    if error.status == .notFound {}  // expected-error {{use error.head?.status}}
    if error.code == .unauthorized {}  // expected-error {{unauthorized is a status}}
    if error.code == .notConnectedToInternet {}  // expected-error {{renamed to 'offline'}}
    if error.code == .timeout {}  // expected-error {{renamed to 'timedOut'}}
}

func stored(_ base: any Transport) -> some Transport {  // expected-note {{required by opaque return type}}
    // expected-error@+2 {{type 'any Transport' cannot conform to 'Transport'}}
    // expected-note@+1 {{only concrete types such as structs, enums and classes can conform to protocols}}
    base
}
