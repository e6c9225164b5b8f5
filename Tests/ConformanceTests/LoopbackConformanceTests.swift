import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

/// A server in the same process, which relays each request to the server of the case.
@Suite("Conformance of Loopback", .timeLimit(.minutes(5)))
struct LoopbackConformanceTests {
    private static let relay = LoopbackRelay(transport: URLSession.shared)

    static let run = ConformanceRun(
        of: Loopback { try await relay.respond(to: $0) }, named: "Loopback", limits: LoopbackLimits.all)

    @Test(arguments: TransportConformance.cases)
    func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
        try await Self.run.check(conformanceCase)
    }

    @Test func `every limit concerns a case`() {
        #expect(LoopbackLimits.all.unused == [])
    }

    #if canImport(FoundationNetworking)
    @Test func `the matrix lists every result`() async throws {
        try ConformancePage.check(await Self.run.report(), file: "Loopback.txt")
    }
    #endif
}
