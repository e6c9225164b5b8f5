#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
import RequestsTesting
import Testing

@Suite("Conformance of AsyncHTTPClient", .timeLimit(.minutes(5)))
struct AsyncHTTPClientConformanceTests {
    /// It is never shut down: it lives as long as the process.
    private static let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .requests)

    static let run = ConformanceRun(of: client, named: "AsyncHTTPClient", limits: AsyncHTTPClientLimits.all)

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `every limit concerns a case`() {
        #expect(AsyncHTTPClientLimits.all.unused == [])
    }

    @Test func `the matrix says what happened`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "AsyncHTTPClient.txt")
    }
}
#endif
