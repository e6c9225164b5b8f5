import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// Responses of routes, which are the same for every framework.
@Suite("Responses of routes", .timeLimit(.minutes(1))) struct ServedResponseTests {
    private struct BareAPI: RequestProviding {
        struct Bare: Codable {
            @ResponseStatus var status: HTTPStatus
            @HeaderValue var etag: String
            @BodyValue var text: String
        }
        typealias Failure = Gone
        var baseURL = URL("https://bare.example")

        let declared = Endpoint<Void, String>(.get, "/declared").status(.noContent)
        let stream = Endpoint<Void, ElementStream<String>>(.get, "/stream").status(.resetContent)
        @GET("/status/{status}") var status: Endpoint<Int, Bare>
        @GET("/failure") var failure: Endpoint<Void, Void>
        @PUT("/bytes") var bytes: Endpoint<Data, Void>
        @PUT("/property") var property: Endpoint<Property, Void>
        @PUT("/text/{id}") var text: Endpoint<String, Void>
    }

    private struct Property: Codable { @BodyValue var data: Data }

    private struct Gone: Codable, HTTPStatusConvertible {
        var reason: Double

        var responseStatus: HTTPStatus { .notModified }
    }

    /// The errors that were reported.
    private final class Log: Sendable {
        private let state = Guarded<[String]>([])

        var lines: [String] { state.withLock(\.self) }

        func add(_ error: any Error) { state.withLock { $0.append("\(error)") } }
    }

    private let unexpected = Log()

    private func routes(_ raw: TransportResponse = TransportResponse(head: ResponseHead(status: .ok))) -> Routes<
        BareAPI
    > {
        Routes(BareAPI())
            .on(\.declared) { "forged" }.on(\.stream) { ElementStream(["forged"]) }
            .on(\.status) { BareAPI.Bare(status: HTTPStatus($0), etag: "e", text: "forged") }
            .on(\.failure) { throw Gone(reason: 1) }
            .on(\.bytes) { _ in }.on(\.property) { _ in }.on(\.text) { _ in }
            .on(.get, "/raw") { _ in raw }
            .onUnexpectedError { [unexpected] error, _ in unexpected.add(error) }
    }

    private func respond<API>(
        _ routes: Routes<API>, _ method: HTTPMethod, _ target: String, _ header: HeaderFields = [],
        _ body: Data = Data()
    ) async throws -> (head: ResponseHead, body: String) {
        let response = await routes.respond(
            to: IncomingRequest(method: method, target: target, header: header, body: MessageBody(body)))
        return (response.head, String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self))
    }

    @Test(arguments: [
        ("/declared", 204), ("/stream", 205), ("/status/204", 204), ("/status/205", 205), ("/status/304", 304),
        ("/failure", 304), ("/error/204", 204), ("/error/304", 304),
    ])
    func `a response with a status without content has no content, and no fields that describe it`(
        path: String, status: Int
    ) async throws {
        let routes = routes().on(.get, "/error/{status}") { request in
            throw ServingError(HTTPStatus(status), "forged", header: ["ETag": "e", "Content-Encoding": "gzip"])
        }
        for method in [HTTPMethod.get, .head] {
            let (head, body) = try await respond(routes, method, path)
            #expect(head.status.code == status)
            #expect(body == "")
            let names = head.header.map(\.name.rawValue.localizedLowercase)
            #expect(names == (path.hasPrefix("/status") || path.hasPrefix("/error") ? ["etag"] : []))
        }
        let loopback = Loopback { _ in .text("forged", status: HTTPStatus(status)) }
        let response = try await loopback.send(BareAPI().request(\.failure).resolve())
        #expect(try await response.body.collect(upTo: 100).isEmpty)
    }

    @Test(arguments: [100, 103, 199, 0, 1_000, -1]) func `only a final status can be the status of a response`(
        status: Int
    )
        async throws
    {
        let routes = routes(.text("forged", status: HTTPStatus(status)))
        let (head, body) = try await respond(routes, .get, "/raw")
        #expect(head.status == .internalServerError)
        #expect(body == #"{"message":"something went wrong here"}"#)
        #expect(unexpected.lines.count == 1)
    }

    @Test(arguments: ["a\r\nSet-Cookie: b=1", "a\u{0}", " a"])
    func `a header field that no message may contain is a 500`(
        value: String
    ) async throws {
        let raw = routes(TransportResponse(head: ResponseHead(status: .ok, header: ["Host": value])))
        #expect(try await respond(raw, .get, "/raw").head.status == .internalServerError)
        let thrown = routes().on(.get, "/thrown") { _ in throw ServingError(.conflict, "x", header: ["A": value]) }
        let (head, _) = try await respond(thrown, .get, "/thrown")
        #expect(head.status == .internalServerError)
        #expect(head.header["A"] == nil)
        #expect(unexpected.lines.count == 2)
        #expect(!unexpected.lines.joined().contains("b=1"))
    }

    @Test func `the response to an unexpected error doesn't describe the error`() async throws {
        struct Fault: Error, CustomStringConvertible { let description = "SELECT password FROM users" }
        let routes = routes().on(.get, "/fault") { _ in throw Fault() }
        let (head, body) = try await respond(routes, .get, "/fault")
        #expect(head.status == .internalServerError)
        #expect(body == #"{"message":"something went wrong here"}"#)
        #expect(unexpected.lines == ["SELECT password FROM users"])
    }

    @Test func `a failure that can't be written is a 500 and is reported`() async throws {
        let routes = Routes(BareAPI()).on(\.failure) { throw Gone(reason: .nan) }
            .onUnexpectedError { [unexpected] error, _ in unexpected.add(error) }
        #expect(try await respond(routes, .get, "/failure").head.status == .internalServerError)
        #expect(unexpected.lines.count == 1)
    }

    @Test func `an error keeps its own media type`() async throws {
        let routes = routes().on(.get, "/thrown") { _ in
            throw ServingError(.conflict, "x", header: ["Content-Type": "application/problem+json"])
        }
        let (head, body) = try await respond(routes, .get, "/thrown")
        #expect(head.header[values: "Content-Type"] == ["application/problem+json"])
        #expect(body == #"{"message":"x"}"#)
    }

    @Test func `the length is that of the actual body, unless it can't be known`() async throws {
        let data = MessageBody(Data("abc".utf8))
        let header: HeaderFields = ["Content-Length": "5", "Transfer-Encoding": "chunked"]
        let whole = routes(TransportResponse(head: ResponseHead(status: .ok, header: header), body: data))
        #expect(try await respond(whole, .get, "/raw").head.header.isEmpty)
        let chunks = AsyncStream<Data> { source in
            source.yield(Data("abc".utf8))
            source.finish()
        }
        for (length, isSent) in [("3", true), ("3, 3", false), ("x", false)] {
            let header: HeaderFields = ["Content-Length": length]
            let stream = routes(
                TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(chunks)))
            let response = await stream.respond(to: IncomingRequest(method: .get, target: "/raw"))
            #expect(response.head.header["Content-Length"] == (isSent ? length : nil))
        }
    }

    @Test(arguments: [2, 4]) func `a stream that differs from its stated length breaks off`(length: Int) async throws {
        let chunks = AsyncStream<Data> { source in
            source.yield(Data("abc".utf8))
            source.finish()
        }
        let header: HeaderFields = ["Content-Length": "\(length)"]
        let routes = routes(
            TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(chunks)))
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/raw"))
        let error = await #expect(throws: TransportError.self) { _ = try await response.body.collect(upTo: 100) }
        #expect(error?.code == .connectionLost)
        #expect(unexpected.lines == ["the length of the body differs from the Content-Length"])
    }

    @Test func `HEAD states the length of the response to GET if it is known`() async throws {
        let text = TransportResponse.text("abc")
        let routes = routes(text).on(.head, "/own") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .on(.get, "/own") { _ in text }
            .on(.head, "/alone") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .on(.get, "/empty") { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .on(.get, "/wrong") { _ in
                TransportResponse(head: ResponseHead(status: .ok, header: ["Content-Length": "5"]), body: text.body)
            }
            .on(.get, "/lines") { _ in
                TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(AsyncStream<Data> { $0.finish() }))
            }
        for (path, length) in [
            ("/raw", "3"), ("/own", nil), ("/alone", "0"), ("/empty", "0"), ("/wrong", "3"), ("/lines", nil),
        ] {
            let (head, body) = try await respond(routes, .head, path)
            #expect(head.header["Content-Length"] == length, "\(path)")
            #expect(body == "")
        }
    }

    @Test func `bytes are checked by the same rule as the input and as its property`() async throws {
        for path in ["/bytes", "/property", "/text/1"] {
            for (type, status) in [(";;", 415), ("text/csv", 204), ("", 415)] {
                let (head, _) = try await respond(routes(), .put, path, ["Content-Type": type], Data("a".utf8))
                #expect(head.status.code == status, "\(path) \(type)")
            }
            let (head, _) = try await respond(routes(), .put, path, ["Content-Encoding": "gzip"], Data("a".utf8))
            #expect(head.status == .unsupportedMediaType)
            #expect(head.header["Accept-Encoding"] == "identity")
        }
    }

    @Test func `a body that is too large is a 413, whichever route reads it`() async throws {
        var routes = routes().on(.put, "/collect") { request in
            TransportResponse(
                head: ResponseHead(status: .ok), body: MessageBody(try await request.body.collect(upTo: 2)))
        }
        routes.bodySizeLimit = 2
        for path in ["/bytes", "/collect"] {
            let (head, _) = try await respond(routes, .put, path, [], Data("abc".utf8))
            #expect(head.status == .contentTooLarge)
            // The stated length is too large, so the body is never read.
            let body = MessageBody(AsyncStream<Data> { unread() })
            let request = IncomingRequest(method: .put, target: path, header: ["Content-Length": "3"], body: body)
            #expect(await routes.respond(to: request).head.status == .contentTooLarge)
        }
        #expect(unexpected.lines == [])
    }

    private func unread() -> Data? {
        Issue.record("the body is read")
        return nil
    }

    private struct Lost: Error {}

    @Test func `a body that breaks off is the client's error, whichever route reads it`() async throws {
        let routes = routes().on(.put, "/raw") { request in
            for try await _ in request.body {}
            return TransportResponse(head: ResponseHead(status: .ok))
        }
        for path in ["/bytes", "/raw"] {
            let body = MessageBody(AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Lost()) })
            let response = await routes.respond(to: IncomingRequest(method: .put, target: path, body: body))
            #expect(response.head.status == .badRequest)
            let limited = MessageBody(
                AsyncThrowingStream<Data, any Error> { $0.finish(throwing: ServingError(.tooManyRequests, "slowly")) })
            let refused = await routes.respond(to: IncomingRequest(method: .put, target: path, body: limited))
            #expect(refused.head.status == .tooManyRequests)
        }
        #expect(unexpected.lines == [])
    }

    @Test func `a handler can't close the connection, because the framework owns it`() async throws {
        let raw = TransportResponse(
            head: ResponseHead(status: .ok, header: ["Connection": "close", "ETag": "e"]),
            body: MessageBody(Data("a".utf8)))
        for method in [HTTPMethod.get, .head] {
            let response = try await respond(routes(raw), method, "/raw")
            #expect(response.head.header["Connection"] == nil)
            #expect(response.head.header["ETag"] == "e")
        }
    }

    @Test func `an error that is thrown after the client has left isn't reported`() async {
        let routes = routes().on(.get, "/left") { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw Lost()
        }
        let task = Task { await routes.respond(to: IncomingRequest(method: .get, target: "/left")).head.status }
        #expect(await task.value == .internalServerError)
        #expect(unexpected.lines == [])
    }
}
