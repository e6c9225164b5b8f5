#if Curl
import RequestsConformance
import RequestsCurl
import RequestsTesting
import Testing

@Suite("Conformance of libcurl", .timeLimit(.minutes(5)))
struct CurlConformanceTests {
    static let run = ConformanceRun(of: CurlSession.shared, named: "libcurl", limits: CurlLimits.all)

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `every limit concerns a case`() {
        #expect(CurlLimits.all.unused == [])
    }

    @Test func `the matrix lists every result`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "libcurl.txt")
    }
}
#endif
