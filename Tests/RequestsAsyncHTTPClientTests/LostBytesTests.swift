#if AsyncHTTPClient
import AsyncHTTPClient
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import Testing

/// Field bytes that aren't UTF-8: the client replaces them, so they are not sent back.
@Suite("Fields that are not UTF-8", .timeLimit(.minutes(1)))
struct LostBytesTests {
    @Test func `a cookie that isn't UTF-8 is dropped, and the others are kept`() async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            while true {
                _ = try connection.readRequest()
                try connection.send(
                    Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: a=caf".utf8) + [0xE9]
                        + Array("\r\nSet-Cookie: b=2\r\nSet-Cookie: n".utf8) + [0xFF] + Array("=3\r\n\r\n".utf8))
            }
        }
        try await withRawServer(script) { server in
            let session = HTTPClient.requests.keepingCookies(in: CookieJar())
            for _ in 0..<2 { _ = try await session.perform(server.get()) }
            #expect(server.requests.map { $0["Cookie"] } == [[], ["b=2"]])
        }
    }
}
#endif
