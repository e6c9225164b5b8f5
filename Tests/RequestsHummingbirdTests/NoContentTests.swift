#if Hummingbird
import Foundation
import HTTPTypes
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

/// Responses without content.
///
/// A client would read bytes after the head of a 204 or 304 as the next response.
@Suite("Responses without content on Hummingbird", .timeLimit(.minutes(1))) struct NoContentTests {
    private struct BareAPI: RequestProviding {
        struct Bare: Codable {
            @ResponseStatus var status: HTTPStatus
            @HeaderValue var etag: String
            @BodyValue var text: String
        }

        var baseURL = URL("http://127.0.0.1")

        let declared = Endpoint<Void, String>(.get, "/declared").status(.noContent)
        let stream = Endpoint<Void, ElementStream<String>>(.get, "/stream").status(.noContent)
        @GET("/status/{status}") var status: Endpoint<Int, Bare>
    }

    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    private var routes: Routes<BareAPI> {
        Routes(BareAPI())
            .on(\.declared) { Self.forged }
            .on(\.stream) { ElementStream(["HTTP/1.1 200 OK"]) }
            .on(\.status) { BareAPI.Bare(status: HTTPStatus($0), etag: "e", text: Self.forged) }
            .on(.get, "/error/{status}") { request in
                throw ServingError(HTTPStatus(Int(request.pathValues["status"] ?? "") ?? 0), Self.forged)
            }
            .on(.get, "/raw/{status}") { request in
                let header: HeaderFields = [
                    "Content-Length": "\(Self.forged.utf8.count)", "Transfer-Encoding": "chunked",
                ]
                let status = HTTPStatus(Int(request.pathValues["status"] ?? "") ?? 0)
                return TransportResponse(
                    head: ResponseHead(status: status, header: header), body: MessageBody(Data(Self.forged.utf8)))
            }
            .on(.get, "/framework/{status}") { request in
                let status = Int(request.pathValues["status"] ?? "") ?? 0
                throw HTTPError(HTTPResponse.Status(code: status), message: Self.forged)
            }
            .on(.get, "/next") { _ in
                TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data("next".utf8)))
            }
    }

    @Test func `no content follows, whatever a handler returns or throws`() async throws {
        let paths =
            ["/declared", "/stream"]
            + ["status", "error", "raw", "framework"].flatMap { kind in [204, 205, 304].map { "/\(kind)/\($0)" } }
        try await withApplication(Router().mount(routes)) { port in
            for path in paths {
                for method in ["GET", "HEAD"] {
                    let text = try await WireClient.exchangeBeforeNext(
                        "\(method) \(path) HTTP/1.1\r\nHost: test\r\n\r\n", port: port)
                    let status = path.split(separator: "/").last.flatMap { Int($0) } ?? 204
                    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(method) \(path): \(text)")
                    #expect(text.hasSuffix("\r\n\r\n") && text.body == "", "\(method) \(path): \(text)")
                    let framing = text.fields.map { $0.lowercased() }.filter {
                        ["content-length", "content-type", "transfer-encoding"].contains($0.prefix { $0 != ":" })
                    }
                    #expect(framing == (status == 205 ? ["content-length: 0"] : []), "\(method) \(path)")
                    #expect(text.lowercased().contains("etag: e") == path.hasPrefix("/status"), "\(text)")
                }
            }
        }
    }

    @Test func `an interim status as a response is a 500`() async throws {
        let unexpected = Guarded<[String]>([])
        let routes = routes.onUnexpectedError { error, _ in unexpected.withLock { $0.append("\(error)") } }
        try await withApplication(Router().mount(routes)) { port in
            for path in ["/status/103", "/error/100", "/raw/199", "/framework/101"] {
                let text = try await WireClient.exchangeBeforeNext(
                    "GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n", port: port)
                #expect(text.hasPrefix("HTTP/1.1 500 "), "\(path): \(text)")
                #expect(text.body == #"{"message":"something went wrong here"}"#)
            }
        }
        #expect(unexpected.withLock { $0.count } == 4)
    }
}
#endif
