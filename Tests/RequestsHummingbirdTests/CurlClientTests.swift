#if Hummingbird && Curl
import Foundation
import Hummingbird
import Requests
import RequestsCurl
import RequestsEndpoints
import RequestsHummingbird
import Testing

/// A client over libcurl and a server on Hummingbird, on a real socket.
@Suite("libcurl and Hummingbird", .timeLimit(.minutes(1))) struct CurlClientTests {
    private struct EchoAPI: RequestProviding {
        let baseURL: URL
        let echo = Endpoint<Echo, Echo>(.post, "/echo")
    }

    private struct Echo: Codable, Equatable, Sendable {
        var number: Int
        var text: String
    }

    @Test func `many calls at once keep their values`() async throws {
        let routes = Routes(EchoAPI(baseURL: URL("http://127.0.0.1/v1"))).on(\.echo) { $0 }
        try await withApplication(Router().mount(routes)) { port in
            let api = EchoAPI(baseURL: URL(string: "http://127.0.0.1:\(port)/v1") ?? URL("http://127.0.0.1"))
            let session = CurlSession()
            try await withThrowingTaskGroup { group in
                for number in 1...200 {
                    let value = Echo(number: number, text: String(repeating: "\(number) ä/", count: number * 10))
                    group.addTask {
                        let echo = try await session.perform(api.request(\.echo, value))
                        #expect(echo == value)
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
#endif
