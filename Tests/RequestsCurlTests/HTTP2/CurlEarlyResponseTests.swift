#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TLSSupport
import Testing

/// Responses that nginx sends before it has read the content of their requests.
@Suite(
    "libcurl, early responses", .timeLimit(.minutes(2)),
    .enabled(if: Nginx.program != nil, "needs nginx with its modules http_v2 and http_dav"))
struct CurlEarlyResponseTests {
    private static let locations = """
        location = /ok { return 200 "done"; }
        location = /moved { return 307 /ok; }
        location = /refused { return 401; }
        """

    @Test(arguments: [("/ok", 200), ("/moved", 200), ("/refused", 401)], [HTTPMethod.post, .put])
    func `no early response is lost`(_ target: (path: String, status: Int), _ method: HTTPMethod) async throws {
        try await withNginx(Self.locations) { nginx in
            let session = try nginx.session()
            let statuses = try await withThrowingTaskGroup { group in
                for first in 0..<16 {
                    group.addTask {
                        var statuses: [Int] = []
                        for number in stride(from: first, to: 160, by: 16) {
                            let size = number % 16 == 0 ? number / 16 : 1 << (number % 19)
                            let body = BodyProvider.data(Data(count: size), contentType: .octetStream)
                            let request = nginx.api().request(to: URLPath(target.path), using: method).sending(body)
                                .receiving(.text).accepting(.any).timeout(after: .seconds(15))
                            statuses.append(try await session.response(for: request).head.status.code)
                        }
                        return statuses
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(statuses == Array(repeating: target.status, count: 160))
        }
    }

    @Test func `an early response to a stream of content is complete`() async throws {
        try await withNginx(Self.locations) { nginx in
            let session = try nginx.session()
            for _ in 1...20 {
                let body = BodyProvider { _, _ in .stream(length: nil) { InputStream(data: Data(count: 300_000)) } }
                let request = nginx.api().post(body, to: "/ok").receiving(.text).timeout(after: .seconds(15))
                let text = try await session.perform(request)
                #expect(text == "done")
            }
        }
    }
}
#endif
