#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
import RequestsConformance
import TLSSupport
import Testing

@Suite("Conformance of AsyncHTTPClient over HTTP/2", .timeLimit(.minutes(5)))
struct AsyncHTTPClientHTTP2ConformanceTests {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.requests
        configuration.httpVersion = .automatic
        configuration.tlsConfiguration = try? HTTP2Front.trust()
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    static let run = ConformanceRun(
        of: client, named: "AsyncHTTPClient, HTTP/2", limits: AsyncHTTPClientLimits.overHTTP2, http2: HTTP2Front.make)

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `every limit concerns a case`() {
        #expect(AsyncHTTPClientLimits.overHTTP2.unused == [])
    }

    @Test func `the matrix lists every result`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "AsyncHTTPClient-HTTP2.txt")
    }
}
#endif
