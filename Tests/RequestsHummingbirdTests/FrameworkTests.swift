#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import RequestsTesting
import Testing

/// The behaviour of Hummingbird that the page describes.
@Suite("Hummingbird", .timeLimit(.minutes(1))) struct FrameworkTests {
    private var routes: Routes<TodosAPI> {
        Routes(TodosAPI()).on(\.name) { $0 }.on(\.lines) { _ in ElementStream(["one"]) }
            .on(\.prompt) { ElementStream([$0]) }
    }

    /// Sends bytes after which the server closes the connection, and returns the response.
    private func respond(_ text: String, port: Int) async throws -> String {
        let client = try WireClient(port: port)
        defer { client.close() }
        try client.send(text)
        return try await client.receive()
    }

    @Test func `a missing and a duplicate Host are accepted`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            for host in ["", "Host: a\r\nHost: b\r\n"] {
                let text = try await respond(
                    "GET /v1/lists/a/name HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", port: port)
                #expect(text.hasPrefix("HTTP/1.1 200 "), "\(text)")
            }
        }
    }

    @Test func `a client of HTTP/1.0 gets chunks`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            let text = try await respond("GET /v1/lines/1 HTTP/1.0\r\n\r\n", port: port)
            #expect(text.lowercased().contains("transfer-encoding: chunked"))
            #expect(text.body == "4\r\none\n\r\n0\r\n\r\n")
        }
    }

    @Test func `no 100 Continue is sent`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            let fields = "Host: test\r\nExpect: 100-continue\r\nContent-Length: 1\r\n"
            let text = try await respond("POST /v1/prompt HTTP/1.1\r\n\(fields)\r\na", port: port)
            #expect(text.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a transfer coding beside chunked is accepted`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            let fields = "Host: test\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n"
            let text = try await respond("POST /v1/prompt HTTP/1.1\r\n\(fields)\r\n1\r\na\r\n0\r\n\r\n", port: port)
            #expect(text.hasPrefix("HTTP/1.1 200 "))
            #expect(text.body.contains("a\n"))
        }
    }

    @Test func `only a method that the parser knows reaches the routes`() async throws {
        try await withApplication(Router().mount(routes)) { port in
            for method in Set<Requests.HTTPMethod>.hummingbird.subtracting([.get, .head, .options]) {
                let text = try await WireClient.exchange(method.rawValue, "/v1/lists/a/name", port: port)
                #expect(text.hasPrefix("HTTP/1.1 405 "), "\(method): \(text)")
            }
            for method in ["BREW", "get", "M-SEARCHES"] {
                let text = try await WireClient.exchange(method, "/v1/lists/a/name", port: port)
                #expect(text.hasPrefix("HTTP/1.1 400 ") && text.body == "", "\(method): \(text)")
            }
        }
    }

    @Test func `a route with a method that the parser doesn't know is reported`() throws {
        try routes.on("REPORT", "/x") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .on(\.all) { _ in [] }.on(\.add) { Todo(id: 1, title: $0.title) }.on(\.remove) { _ in }
            .on(\.report) { "\($0)" }.on(\.replace) { _ in }.on(\.ping) {}.on(\.search) { _ in [] }
            .on(\.declared) { _ in DeclaredTodo(etag: nil, status: .ok, todo: nil) }.on(\.login) { $0 }
            .check(methods: .hummingbird)
        let error = #expect(throws: EndpointProblems.self) {
            try Routes(CoffeeAPI()).on(\.brew) {}
                .on("WHEN", "/milk") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
                .check(methods: .hummingbird)
        }
        #expect(
            error?.description == """
                `brew` (BREW /pot): the server rejects requests with the method BREW
                WHEN /milk: the server rejects requests with the method WHEN
                """)
        try Routes(CoffeeAPI()).on(\.brew) {}.check()
    }

    private struct CoffeeAPI: RequestProviding {
        var baseURL = URL("http://127.0.0.1")

        let brew = Endpoint<Void, Void>("BREW", "/pot")
    }

    @Test func `a path that isn't UTF-8 is a 400, but only below the routes`() async throws {
        let router = Router().mount(routes)
        router.group("group").mount(Routes(TodosAPI(), at: "/group").on(\.name) { $0 })
        try await withApplication(router) { port in
            for path in ["/v1/lists/%FF/name", "/v1/%C3%28", "/group/lists/%FF/name"] {
                let text = try await WireClient.exchange("GET", path, port: port)
                #expect(text.hasPrefix("HTTP/1.1 400 "), "\(path): \(text)")
                #expect(text.body == #"{"message":"the path is not UTF-8"}"#, "\(path)")
            }
            let other = try await WireClient.exchange("GET", "/%FF/lists/a/name", port: port)
            #expect(other.hasPrefix("HTTP/1.1 404 "))
        }
    }
}
#endif
