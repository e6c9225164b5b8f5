import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Requests of endpoints") struct EndpointRequestTests {
    let api = TodosAPI()

    @Test func `properties that the path names go into the path, the rest of a GET into the query`() throws {
        let request = api.request(\.all, Todos(list: 7, limit: 50, incompleteOnly: true))
        let message = try request.timeout(after: .seconds(5)).resolve()
        #expect(message.method == .get)
        #expect(message.urlText == "https://todos.example/v1/lists/7/todos?limit=50&incompleteOnly=true")
        #expect(message.header["Accept"] == "application/json")
        #expect(message.body.isNone)
    }

    @Test func `the rest of a POST goes into the body, and a wrapped property to its declared place`() throws {
        let message = try api.request(\.add, NewTodo(list: 7, title: "Tea", idempotencyKey: "k1")).resolve()
        #expect(message.urlText == "https://todos.example/v1/lists/7/todos")
        #expect(message.header["Idempotency-Key"] == "k1")
        #expect(message.header["Content-Type"] == "application/json")
        #expect(text(message) == #"{"title":"Tea"}"#)
        #expect(try api.request(\.add, NewTodo(list: 7, title: "Tea")).resolve().header["Idempotency-Key"] == nil)
    }

    private struct Photo: EndpointRequest {
        static let declaration = Endpoint<Photo, Data>(.get, "/photos/{id}")
        let baseURL: URL
        var id: Int
    }

    @Test func `a type whose output is data gets the body unchanged`() async throws {
        let photo = Photo(baseURL: api.baseURL, id: 7)
        #expect(try photo.resolve().urlText == "https://todos.example/v1/photos/7")
        #expect(try await FixedResponse(body: "\0jpeg").perform(photo) == Data("\0jpeg".utf8))
    }

    private struct Keyed: RequestProviding {
        var baseURL = URL("https://keyed.example")
        let find = Endpoint<Todos, [Todo]>(.get, "/lists/{list}")

        func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Keyed, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .adding(queryItems: [QueryItem("key", "canary", isSensitive: true)])
        }
    }

    @Test func `the input comes after the query items of all requests of the API`() throws {
        let request = Keyed().request(\.find, Todos(list: 7, limit: 50))
        let url = try request.resolve().urlText
        #expect(url == "https://keyed.example/lists/7?key=canary&limit=50&incompleteOnly=false")
        #expect(
            try request.setting(query: "limit", 3).resolve().urlText
                == "https://keyed.example/lists/7?key=canary&incompleteOnly=false&limit=3")
        #expect(!"\(try request.resolve())".contains("canary"))
    }

    @Test func `the path may contain the whole input`() throws {
        let message = try api.request(\.remove, TodoID(list: 1, id: 2)).resolve()
        #expect(message.urlText == "https://todos.example/v1/lists/1/todos/2")
        let report = try api.request(\.report, ListID(list: 3)).resolve()
        #expect(report.method.rawValue == "REPORT")
        #expect(report.urlText == "https://todos.example/v1/lists/3")
        #expect(report.body.isNone)
    }

    @Test func `an input without properties fills the only placeholder`() throws {
        #expect(try api.request(\.name, 9).resolve().urlText == "https://todos.example/v1/lists/9/name")
        #expect(try api.request(\.ping).resolve().urlText == "https://todos.example/v1/ping")
    }

    @Test func `a type adds its own fields, query and cookies, and may replace the body`() throws {
        let message = try SharedTodo(list: 7, title: "Tea", session: "abc").resolve()
        #expect(message.urlText == "https://todos.example/v1/lists/7?q=1")
        #expect(message.header[values: "X-Shared"] == ["1"])
        #expect(message.header["Cookie"] == "theme=dark; session=abc")
        #expect(text(message) == #"{"title":"Tea"}"#)
        let raw = try RawTodo(title: "Tea").resolve()
        #expect(text(raw) == "raw" && raw.header[.contentType] == "text/plain; charset=utf-8")
    }

    @Test func `wrappers override the places that the convention chooses`() throws {
        let input = Replacement(list: 4, notify: true, session: "abc", todos: [Todo(id: 1, title: "a")])
        let message = try api.request(\.replace, input).resolve()
        #expect(message.urlText == "https://todos.example/v1/lists/4/todos?notify=true")
        #expect(message.header["Cookie"] == "session=abc")
        #expect(text(message) == #"[{"id":1,"title":"a"}]"#)
    }

    @Test func `names, dates and forms follow the coding of the API`() throws {
        let api = TodosAPI(coding: .snakeCase)
        let message = try api.request(\.login, SignIn(userName: "ada", password: "x y")).resolve()
        #expect(message.header["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(text(message) == "user_name=ada&password=x%20y")
        let search = Search(order: .newest, tags: ["a", "b"], since: Date(timeIntervalSince1970: 0), ids: [1, 2])
        let posted = try api.request(\.search, search).resolve()
        #expect(posted.header["Ids"] == "1, 2")
        #expect(text(posted) == #"{"order":"newest","since":"1970-01-01T00:00:00Z","tags":["a","b"]}"#)
    }

    @Test func `a nil is written as the coding of the API prescribes`() throws {
        let input = OptionalTexts(list: 7, text: nil, number: nil, isDone: nil, small: nil)
        func message(_ coding: Coding, _ method: HTTPMethod) throws -> OutgoingRequest {
            let endpoint = Endpoint<OptionalTexts, Void>(method, "/lists/{list}").body(.form)
            return try OptionalTextsAPI(coding: coding, endpoint: endpoint).request(\.endpoint, input).resolve()
        }
        #expect(try message(.standard, .get).urlText == "https://todos.example/lists/7")
        #expect(
            try message(Coding(nils: .empty), .get).urlText
                == "https://todos.example/lists/7?text=&number=&isDone=&small=")
        #expect(try text(message(Coding(nils: .empty), .post)) == "text=&number=&isDone=&small=")
        #expect(try text(message(Coding(nils: .flag), .post)) == "text&number&isDone&small")
    }

    @Test func `an input that encodes as a single value is placed as that value`() throws {
        struct Wrapped: Codable, Sendable {
            let todos: Todos
            init(todos: Todos) { self.todos = todos }
            init(from decoder: any Decoder) throws { todos = try decoder.singleValueContainer().decode(Todos.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(todos)
            }
        }
        struct API: RequestProviding {
            let baseURL = URL("https://todos.example")
            let all = Endpoint<Wrapped, Void>(.get, "/lists/{list}")
        }
        let message = try API().request(\.all, Wrapped(todos: Todos(list: 7, limit: 5, incompleteOnly: false)))
            .resolve()
        #expect(message.urlText == "https://todos.example/lists/7?limit=5&incompleteOnly=false")
    }

    private struct OptionalID: Codable { var id: Int? }
    private struct Version: Codable { var v = 3 }

    @Test func `a placeholder without a value is an error that names the fix`() {
        func message<Input: Sendable>(_ endpoint: Endpoint<Input, Void>, _ input: Input) -> String? {
            let error = #expect(throws: TransportError.self) {
                try CheckedOneAPI(it: endpoint).request(\.it, input).resolve()
            }
            #expect(error?.code == .unfilledPlaceholder)
            return error?.message
        }
        let expected = "the placeholder {id} in the endpoint's path /a/{id} has no value"
        #expect(message(Endpoint(.get, "/a/{id}"), ())?.hasPrefix(expected) == true)
        #expect(message(Endpoint(.get, "/a/{id}"), OptionalID())?.hasPrefix(expected) == true)
        #expect(message(Endpoint(.get, "/a/{id}"), Version())?.hasPrefix(expected) == true)
    }

    private struct HeaderObject: Codable {
        @HeaderValue var version: Version? = Version()
    }
    private struct CookieObject: Codable {
        @CookieValue var version = Version()
    }
    private struct IDs: Codable { var ids = [1, 2] }

    @Test func `a value that isn't one text fails with the error of its place`() {
        func code<Input: Codable & Sendable>(_ path: String, _ input: Input) -> RequestErrorCode? {
            let api = CheckedOneAPI(it: Endpoint<Input, Void>(.get, path))
            do throws(TransportError) {
                _ = try api.request(\.it, input).resolve()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("/a", HeaderObject()) == .invalidHeaderValue)
        #expect(code("/a", CookieObject()) == .invalidHeaderValue)
        #expect(code("/{ids}", IDs()) == .invalidPath)
    }
}

private func text(_ message: OutgoingRequest) -> String? {
    guard case .data(let data) = message.body else { return nil }
    return String(data: data, encoding: .utf8)
}

private struct OptionalTexts: Codable, Sendable {
    var list: Int
    var text: String?
    var number: Int?
    var isDone: Bool?
    var small: UInt8?
}

private struct OptionalTextsAPI: RequestProviding {
    var baseURL: URL { URL("https://todos.example") }
    let coding: Coding
    let endpoint: Endpoint<OptionalTexts, Void>
}

/// The requests of one API share their failure and their fields.
private protocol SharedRequest: EndpointRequest where Failure == SharedProblem {}

extension SharedRequest {
    var baseURL: URL { URL("https://todos.example/v1") }
    var header: HeaderFields { ["X-Shared": "1"] }
    var queryItems: [QueryItem] { [QueryItem("q", 1)] }
    var cookies: [WebCookie] { [WebCookie("theme", "dark")] }
}

private struct SharedProblem: Codable, Sendable { var message: String }

private struct SharedTodo: SharedRequest {
    static let declaration = Endpoint<Self, Todo>(.patch, "/lists/{list}")

    var list: Int
    var title: String
    @CookieValue var session: String
}

private struct RawTodo: SharedRequest {
    static let declaration = Endpoint<Self, Void>(.post, "/raw")

    var title: String

    var bodyProvider: BodyProvider { .text("raw") }
}
