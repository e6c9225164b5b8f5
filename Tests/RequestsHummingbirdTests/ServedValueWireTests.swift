#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsHummingbird
import Testing

/// The values of endpoints on the wire of a server, byte by byte.
@Suite("Values of endpoints on Hummingbird", .timeLimit(.minutes(1))) struct ServedValueWireTests {
    @Test(arguments: ["/note", "/number", "/list", "/part"])
    func `an optional output without a value is null`(path: String) async throws {
        let routes = Routes(WireAPI()).on(\.note) { nil }.on(\.number) { nil }.on(\.list) { nil }
            .on(\.part) { WirePart(part: nil) }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange("GET", "/v1" + path, port: port)
            #expect(response.hasPrefix("HTTP/1.1 200 "), "\(response)")
            #expect(response.fields.map { $0.lowercased() }.contains("content-type: application/json"))
            #expect(response.body == "null")
            let head = try await WireClient.exchange("HEAD", "/v1" + path, port: port)
            #expect(head.body.isEmpty && head.lowercased().contains("content-length: 4"), "\(head)")
        }
    }

    @Test(arguments: [
        "1e400", String(repeating: "7", count: 50), #"{"z":1.10,"a":[0.1000000000000000055511151231257827]}"#,
        String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
    ])
    func `any JSON comes back unchanged`(value: String) async throws {
        let routes = Routes(WireAPI()).on(\.holder) { $0 }.on(\.whole) { $0 }
        try await withApplication(Router().mount(routes)) { port in
            for (path, body) in [("/v1/holder", #"{"any":\#(value)}"#), ("/v1/whole", value)] {
                let response = try await WireClient.exchange(
                    "POST", path, ["Content-Type: application/json"], body, port: port)
                #expect(response.hasPrefix("HTTP/1.1 200 "), "\(response)")
                #expect(response.body == body)
            }
        }
    }

    @Test(arguments: ["0", "garbage", "Mon, 06 Nov 1994 08:49:37 GMT", "2024-05-01T12:00:00Z"])
    func `a condition that is not a date is ignored`(text: String) async throws {
        let routes = Routes(WireAPI()).on(\.conditional) { input in "\(input.ifModifiedSince == nil)" }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange(
                "GET", "/v1/conditional", ["If-Modified-Since: \(text)"], port: port)
            #expect(response.hasPrefix("HTTP/1.1 200 "), "\(response)")
            #expect(response.body == "true")
        }
    }

    @Test(arguments: [
        ("a/%CC%81b", "a/\u{301}b"), ("a%CC%81/b", "a\u{301}/b"), ("a%20b/c", "a b/c"), ("..%2F%CC%81x", nil),
    ])
    func `a placeholder for several segments gets the percent-decoded bytes`(path: String, value: String?) async throws
    {
        let routes = Routes(WireAPI()).on(\.file) { $0 }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange("GET", "/v1/files/\(path)", port: port)
            #expect(response.hasPrefix(value == nil ? "HTTP/1.1 404 " : "HTTP/1.1 200 "), "\(response)")
            if let value { #expect(Array(response.body.utf8) == Array(value.utf8)) }
        }
    }

    @Test(arguments: [("a\rb", "data: a\ndata: b\n\n"), ("a\r\nb\n", "data: a\ndata: b\ndata: \n\n")])
    func `each line of an event is one line`(data: String, wire: String) async throws {
        let routes = Routes(WireAPI()).on(\.events) {
            ElementStream([ServerSentEvent(data: data), ServerSentEvent(data: "next")])
        }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange("GET", "/v1/events", port: port)
            #expect(response.body.contains("\r\n\(wire)\r\n"), "\(response)")
            #expect(response.body.contains("data: next\n\n"), "\(response)")
            #expect(response.hasSuffix("0\r\n\r\n"), "\(response)")
        }
    }

    @Test func `a message uses the name on the wire, and a form has at most 1,000 fields`() async throws {
        let routes = Routes(WireAPI()).on(\.search) { _ in }.on(\.form) { _ in }
        try await withApplication(Router().mount(routes)) { port in
            let query = try await WireClient.exchange("GET", "/v1/search?filter%5BminPrice%5D=x", port: port)
            #expect(query.hasPrefix("HTTP/1.1 400 ") && query.body.contains("`filter[minPrice]`"), "\(query)")
            let fields = Array(repeating: "a=1", count: 1_001).joined(separator: "&")
            let form = try await WireClient.exchange(
                "POST", "/v1/form", ["Content-Type: application/x-www-form-urlencoded"], fields, port: port)
            #expect(form.hasPrefix("HTTP/1.1 400 ") && form.body.contains("limit of 1000 fields"), "\(form)")
        }
    }

    @Test func `a client that disconnects while its body is forwarded isn't reported`() async throws {
        let (log, ended) = (Log(), Gate())
        let routes = Routes(WireAPI())
            .on(.post, "/echo") { request in
                let body = AsyncThrowingStream<Data, any Error> { source in
                    let task = Task {
                        do {
                            for try await chunk in request.body { source.yield(chunk) }
                            source.finish()
                        } catch {
                            source.finish(throwing: error)
                        }
                        ended.open()
                    }
                    source.onTermination = { _ in task.cancel() }
                }
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(body))
            }
            .onUnexpectedError { error, _ in log.add("\(error)") }
        try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            try client.send("POST /v1/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\nfirst")
            #expect(try await client.receive(through: "first\r\n").hasPrefix("HTTP/1.1 200 "))
            client.close()
            await ended.opened()
        }
        // The server has ended with all its connections.
        #expect(log.lines == [])
    }

    @Test(arguments: [
        WebCookie("__Host-id", "s3cret"), WebCookie("__Secure-id", "s3cret"),
        WebCookie("id", "s3cret", sameSite: WebCookie.SameSite.none),
    ])
    func `a cookie that browsers drop is a 500 without a cookie`(cookie: WebCookie) async throws {
        let routes = Routes(WireAPI()).on(\.cookie) { WireCookies(cookies: [cookie]) }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange("GET", "/v1/cookie", port: port)
            #expect(response.hasPrefix("HTTP/1.1 500 "), "\(response)")
            #expect(!response.lowercased().contains("set-cookie") && !response.contains("s3cret"))
        }
    }

    @Test func `a Connection field that announces the end isn't sent, because the connection stays open`() async throws
    {
        let routes = Routes(WireAPI()).on(\.closing) { WireClosing(connection: "close", text: "here") }
        let router = Router()
        router.get("next") { _, _ in "next" }
        try await withApplication(router.mount(routes)) { port in
            let response = try await WireClient.exchangeBeforeNext(
                "GET /v1/closing HTTP/1.1\r\nHost: test\r\n\r\n", port: port)
            #expect(response.hasPrefix("HTTP/1.1 200 ") && !response.lowercased().contains("connection"), "\(response)")
            #expect(response.body == "here")
        }
    }
}

private struct WireNote: Codable, Sendable { var title: String }
private struct WirePart: Codable, Sendable { @BodyValue var part: WireNote? }
private struct WireHolder: Codable, Sendable { var any: JSONValue }
private struct WireCondition: Codable, Sendable { @HeaderValue var ifModifiedSince: Date? }
private struct WireCookies: Codable, Sendable { @CookieValue var cookies: [WebCookie] }
private struct WireClosing: Codable, Sendable {
    @HeaderValue var connection: String
    @BodyValue var text: String
}
private struct WireSearch: Codable, Sendable {
    struct Filter: Codable, Sendable { var minPrice: Int? }

    var filter: Filter?
}

private struct WireAPI: RequestProviding {
    var baseURL = URL("http://127.0.0.1/v1")

    @GET("/note") var note: Endpoint<Void, WireNote?>
    @GET("/number") var number: Endpoint<Void, Int?>
    @GET("/list") var list: Endpoint<Void, [Int]?>
    @GET("/part") var part: Endpoint<Void, WirePart>
    @POST("/holder") var holder: Endpoint<WireHolder, WireHolder>
    @POST("/whole") var whole: Endpoint<JSONValue, JSONValue>
    @GET("/conditional") var conditional: Endpoint<WireCondition, String>
    @GET("/files/{path*}") var file: Endpoint<String, String>
    @GET("/events") var events: Endpoint<Void, ElementStream<ServerSentEvent<String>>>
    @GET("/search") var search: Endpoint<WireSearch, Void>
    let form = Endpoint<[String: [String]], Void>(.post, "/form").body(.form)
    @GET("/cookie") var cookie: Endpoint<Void, WireCookies>
    @GET("/closing") var closing: Endpoint<Void, WireClosing>
}
#endif
