#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import Testing

@Suite("AsyncHTTPClient, zones of IPv6 addresses", .timeLimit(.minutes(1))) struct ZoneTests {
    @Test func `a zone selects the interface, and isn't sent`() async throws {
        // A machine without IPv6 has no address to connect to. On Linux, a zone can be named only with a link-local
        // address, but the number of the loopback interface, which is 1 everywhere, also works with `::1`.
        guard let server = try RawServer.onIPv6(responding: { _ in RawServer.ok("hi") }) else { return }
        let url = try #require(URL(string: "http://[::1%251]:\(server.port)"))
        let api = AnonymousProvider(baseURL: url)
        try await #expect(HTTPClient.requests.perform(api.get(.text, from: "/")) == "hi")
        #expect(server.requests.map { $0["Host"] } == [["[::1]:\(server.port)"]])
    }
}
#endif
