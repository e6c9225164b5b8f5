#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsHummingbird
import Testing

@Suite("Requests that break off on Hummingbird", .timeLimit(.minutes(1))) struct BrokenRequestTests {
    /// Records the statuses of responses, even if the client can no longer receive them.
    private struct Watching: RouterMiddleware {
        let began = Gate(), responded = Gate()
        let statuses: Log

        func handle(
            _ request: Hummingbird.Request, context: BasicRequestContext,
            next: (Hummingbird.Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            began.open()
            defer { responded.open() }
            let response = try await next(request, context)
            statuses.add("\(response.status.code)")
            return response
        }
    }

    private static let broken = [
        ("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n", "the body is malformed"),
        ("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "the body broke off"),
        ("Content-Length: 10\r\n\r\nhello", "the body broke off"),
    ]

    private func routes(_ unexpected: Log) -> Routes<TodosAPI> {
        Routes(TodosAPI())
            .on(\.prompt) { _ in ElementStream(["read"]) }
            .on(.post, "/raw") { request in
                var count = 0
                for try await chunk in request.body { count += chunk.count }
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("\(count)".utf8)))
            }
            .onUnexpectedError { error, _ in unexpected.add("\(error)") }
    }

    @Test(arguments: ["/v1/prompt", "/v1/raw"])
    func `a body that doesn't arrive whole is a 400, and the connection ends`(path: String) async throws {
        let unexpected = Log()
        try await withApplication(Router().mount(routes(unexpected))) { port in
            for (rest, message) in Self.broken {
                let client = try WireClient(port: port)
                defer { client.close() }
                try client.send("POST \(path) HTTP/1.1\r\nHost: test\r\n\(rest)")
                client.finishSending()
                let text = try await client.receive()
                #expect(text.hasPrefix("HTTP/1.1 400 "), "\(rest): \(text)")
                #expect(text.body == "{\"message\":\"\(message)\"}", "\(rest)")
                #expect(text.fields.map { $0.lowercased() }.contains("connection: close"), "\(text)")
            }
        }
        #expect(unexpected.lines == [])
    }

    @Test(arguments: ["/v1/prompt", "/v1/raw"])
    func `a client that resets its connection isn't reported as a server error`(path: String) async throws {
        let unexpected = Log(), statuses = Log()
        let watching = Watching(statuses: statuses)
        let router = Router().add(middleware: watching).mount(routes(unexpected))
        try await withApplication(router) { port in
            let client = try WireClient(port: port)
            try client.send("POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhello")
            // A reset discards bytes that nobody has read.
            await watching.began.opened()
            client.reset()
            await watching.responded.opened()
        }
        #expect(statuses.lines == ["400"])
        #expect(unexpected.lines == [])
    }

    @Test func `a body is read by one task at a time`() async throws {
        let refused = Gate()
        let routes = Routes(TodosAPI()).on(.post, "/raw") { request in
            let body = request.body
            let codes = await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            return String(decoding: try await body.collect(upTo: 10), as: UTF8.self)
                        } catch {
                            refused.open()
                            return TransportError(anyError: error).code.rawValue
                        }
                    }
                }
                return await group.reduce(into: [String]()) { $0.append($1) }
            }
            let text = codes.sorted().joined(separator: " ")
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data(text.utf8)))
        }
        try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            defer { client.close() }
            try client.send("POST /v1/raw HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: 4\r\n\r\n")
            await refused.opened()
            try client.send("text")
            let response = try await client.receive()
            #expect(response.body == "text transportFailed")
        }
    }

    @Test func `a body whose stated length is too large is a 413 before it arrives`() async throws {
        var routes = routes(Log())
            .on(.post, "/collect") { request in
                TransportResponse(
                    head: ResponseHead(status: .ok), body: MessageBody(try await request.body.collect(upTo: 9)))
            }
        routes.bodySizeLimit = 9
        let served = routes
        try await withApplication(Router().mount(served)) { port in
            for path in ["/v1/prompt", "/v1/collect"] {
                for length in ["10", "9223372036854775807", "18446744073709551615"] {
                    let client = try WireClient(port: port)
                    defer { client.close() }
                    let head = "POST \(path) HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\n"
                    try client.send("\(head)Content-Length: \(length)\r\n\r\n")
                    let text = try await client.receive(through: "}")
                    #expect(text.hasPrefix("HTTP/1.1 413 "), "\(path) \(length): \(text)")
                    #expect(text.body == #"{"message":"the body is larger than 9 bytes"}"#)
                }
                let whole = try await WireClient.exchange("POST", path, [], "123456789", port: port)
                #expect(whole.hasPrefix("HTTP/1.1 200 "), "\(path)")
                let chunks = try await WireClient.exchange(
                    "POST", path, ["Transfer-Encoding: chunked"], "", after: "5\r\n12345\r\n5\r\n67890\r\n0\r\n\r\n",
                    port: port)
                #expect(chunks.hasPrefix("HTTP/1.1 413 "), "\(path)")
            }
        }
    }

    private struct Replacing: RouterMiddleware {
        let error: HTTPError?

        func handle(
            _ request: Hummingbird.Request, context: BasicRequestContext,
            next: (Hummingbird.Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var request = request
            let (error, body) = (error, request.body)
            request.body = RequestBody(
                asyncSequence: body.map { buffer in
                    if let error { throw error }
                    return ByteBuffer(string: "decoded: \(String(buffer: buffer))")
                })
            return try await next(request, context)
        }
    }

    @Test func `a middleware decodes a body, or rejects it`() async throws {
        let routes = Routes(TodosAPI()).on(\.prompt) { ElementStream([$0]) }
        try await withApplication(Router().add(middleware: Replacing(error: nil)).mount(routes)) { port in
            let text = try await WireClient.exchange("POST", "/v1/prompt", ["Content-Encoding: gzip"], "a", port: port)
            #expect(text.body.contains("decoded: a\n"))
        }
        let error = HTTPError(.unprocessableContent, message: "no")
        try await withApplication(Router().add(middleware: Replacing(error: error)).mount(routes)) { port in
            let text = try await WireClient.exchange("POST", "/v1/prompt", [], "a", port: port)
            #expect(text.hasPrefix("HTTP/1.1 422 "))
            #expect(text.body == #"{"message":"no"}"#)
        }
    }

    @Test func `a content coding is a 415 that names the accepted ones`() async throws {
        let routes = Routes(TodosAPI()).on(\.add) { Todo(id: $0.list, title: $0.title) }
        try await withApplication(Router().mount(routes)) { port in
            for coding in ["gzip", "br, gzip", "identity, x-what"] {
                let text = try await WireClient.exchange(
                    "POST", "/v1/lists/7/todos", ["Content-Encoding: \(coding)"], #"{"title":"a"}"#, port: port)
                #expect(text.hasPrefix("HTTP/1.1 415 "), "\(coding)")
                #expect(text.fields.contains("Accept-Encoding: identity"), "\(text)")
            }
            for coding in ["identity", "", "Identity ,"] {
                let text = try await WireClient.exchange(
                    "POST", "/v1/lists/7/todos", ["Content-Encoding: \(coding)"], #"{"title":"a"}"#, port: port)
                #expect(text.hasPrefix("HTTP/1.1 200 "), "\(coding): \(text)")
            }
        }
    }
}
#endif
