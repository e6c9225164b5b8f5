#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
import RequestsConformance
import RequestsTesting
import Testing

@Suite("Conformance of AsyncHTTPClient", .timeLimit(.minutes(5)))
struct AsyncHTTPClientConformanceTests {
    static let run = ConformanceRun(
        of: HTTPClient.requests, named: "AsyncHTTPClient", limits: AsyncHTTPClientLimits.all)

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `every limit concerns a case`() {
        #expect(AsyncHTTPClientLimits.all.unused == [])
    }

    @Test func `the matrix lists every result`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "AsyncHTTPClient.txt")
    }
}
#endif
