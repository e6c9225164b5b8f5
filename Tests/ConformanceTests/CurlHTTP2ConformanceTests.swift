#if AsyncHTTPClient && Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TLSSupport
import Testing

/// The TLS front of the servers needs the packages of the trait AsyncHTTPClient.
///
/// Only `.ci/full` runs this suite: some cases wait for timeouts of libcurl, whose lengths differ from run to run.
@Suite(
    "Conformance of libcurl over HTTP/2", .timeLimit(.minutes(5)),
    .enabled(if: ProcessInfo.processInfo.environment["REQUESTS_HTTP2"] != nil, "needs REQUESTS_HTTP2"))
struct CurlHTTP2ConformanceTests {
    private static let session: CurlSession = {
        let authority = FileManager.default.temporaryDirectory
            .appending(component: "requests-authority-\(ProcessInfo.processInfo.processIdentifier).pem")
        try? Data(TestCertificates.authority.utf8).write(to: authority)
        var configuration = CurlSession.Configuration()
        configuration.allowsHTTP2 = true
        // If the session doesn't trust the authority, each case fails.
        let secured = try? CurlSession(configuration, security: TransportSecurity(rootsFile: authority))
        return secured ?? CurlSession(configuration)
    }()

    static let run = ConformanceRun(
        of: session, named: "libcurl, HTTP/2", limits: CurlLimits.overHTTP2, http2: HTTP2Front.make)

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `a case that may fail fails as its limit says`() async {
        _ = await Self.run.report()
        for (id, failure) in await Self.run.limitedFailures {
            #expect(CurlLimits.isExplained(failure, of: id), "\(id): \(failure.actual)")
        }
    }

    @Test func `every limit concerns a case`() {
        #expect(CurlLimits.overHTTP2.unused == [])
    }

    @Test func `the matrix lists every result`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "libcurl-HTTP2.txt")
    }
}
#endif
