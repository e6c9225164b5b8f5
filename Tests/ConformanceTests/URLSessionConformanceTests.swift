import Foundation
import Requests
import RequestsConformance
import Testing

@Suite("Conformance of URLSession", .timeLimit(.minutes(5)))
struct URLSessionConformanceTests {
    static let run = ConformanceRun(
        of: URLSession.shared, named: "URLSession on Linux", limits: URLSessionLimits.onThisPlatform
    )

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `every limit concerns a case`() {
        #expect(URLSessionLimits.onThisPlatform.unused == [])
    }

    #if canImport(FoundationNetworking)
    @Test func `the matrix lists every result`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "URLSession-Linux.txt")
    }
    #endif
}
