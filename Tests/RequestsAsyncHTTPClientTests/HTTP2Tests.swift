#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import TLSSupport
import Testing

/// HTTP/2 over TLS with nginx and its usual behavior.
@Suite(
    "AsyncHTTPClient, HTTP/2", .timeLimit(.minutes(2)),
    .enabled(if: Nginx.program != nil, "needs nginx with its modules http_v2 and http_dav"))
struct HTTP2Tests {
    /// Responses that nginx sends before it reads the content.
    private static let early = """
        location /ok { return 200 "done"; }
        location /moved { return 307 /ok; }
        location /refused { return 401 "refused"; }
        """

    private static func body(_ kind: String, _ data: Data) -> BodyProvider {
        switch kind {
        case "data": .data(data, contentType: .octetStream)
        case "stream": .stream(length: data.count) { InputStream(data: data) }
        default: BodyProvider { _, _ in .stream(length: nil) { InputStream(data: data) } }
        }
    }

    @Test(arguments: ["data", "stream", "stream without a length"])
    func `a response that comes before the content is read is complete`(_ kind: String) async throws {
        try await withNginx(Self.early) { nginx in
            try await withHTTP2Client { client in
                try await withThrowingTaskGroup { group in
                    for task in 0..<8 {
                        group.addTask {
                            for size in [1, 300, 20_000, 70_000, 300_000, 1_000_000] {
                                let path = ["/ok", "/moved", "/refused"][(task + size) % 3]
                                let request = nginx.api().post(Self.body(kind, Data(count: size)), to: URLPath(path))
                                    .receiving(.text).accepting(.any)
                                let (head, text) = try await client.response(for: request)
                                #expect(head.notes.protocolVersion == "2")
                                #expect(text == (path == "/refused" ? "refused" : "done"))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `no request is lost when the server ends a connection`(_ method: HTTPMethod) async throws {
        try await withNginx("keepalive_requests 20;") { nginx in
            try await withHTTP2Client { client in
                try await withThrowingTaskGroup { group in
                    for _ in 1...32 {
                        group.addTask {
                            for _ in 1...30 {
                                var request = nginx.api().request(to: "/connection", using: method).receiving(.text)
                                if method == .post { request = request.sending(.text("hi")) }
                                let text = try await client.perform(request)
                                #expect(text.hasSuffix(" HTTP/2.0"))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
#endif
