#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

/// Requests whose end is ambiguous: a proxy and the server could read different requests from the same bytes.
@Suite("Ambiguous requests on Hummingbird", .timeLimit(.minutes(1))) struct FramingTests {
    private static let framings = [
        "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Content-Length: 4\r\nContent-Length: 5", "Content-Length: 4, 5", "Content-Length: +4", "Content-Length: 0x4",
        "Content-Length : 4", "Transfer-Encoding: chunked, gzip", "Transfer-Encoding : chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip",
        " Transfer-Encoding: chunked", "X: a\rTransfer-Encoding: chunked",
    ]

    /// Sends a request with these fields, then the last chunk of a body in chunks, and then a second request.
    ///
    /// - Returns: The responses, and the paths of the requests that the handlers received.
    private func respond(to fields: String) async throws -> (text: String, paths: [String]) {
        let paths = Log()
        let handler: @Sendable (IncomingRequest) async throws -> TransportResponse = { request in
            paths.add("\(request.target)")
            return TransportResponse(head: ResponseHead(status: .ok))
        }
        let routes = Routes(TodosAPI()).on(.post, "/first", handler).on(.get, "/second", handler)
        let text = try await withApplication(Router().mount(routes)) { port in
            let client = try WireClient(port: port)
            defer { client.close() }
            try client.send("POST /v1/first HTTP/1.1\r\nHost: test\r\n\(fields)\r\n\r\n")
            try client.send("0\r\n\r\nGET /v1/second HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            client.finishSending()
            return try await client.receive()
        }
        return (text, paths.lines)
    }

    @Test(arguments: framings)
    func `a request with an ambiguous length is a 400`(fields: String) async throws {
        let (text, paths) = try await respond(to: fields)
        #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text)")
        #expect(!paths.contains { $0.hasSuffix("second") }, "\(text)")
    }

    @Test func `the bytes after a request with an unknown transfer coding are its body`() async throws {
        let (text, paths) = try await respond(to: "Transfer-Encoding: xchunked")
        #expect(paths.count <= 1 && !paths.contains { $0.hasSuffix("second") }, "\(text)")
    }

    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func `a second request follows one with a clear length`(fields: String) async throws {
        let (text, paths) = try await respond(to: fields)
        #expect(paths.map { $0.split(separator: "/").last } == ["first", "second"], "\(text)")
    }
}
#endif
