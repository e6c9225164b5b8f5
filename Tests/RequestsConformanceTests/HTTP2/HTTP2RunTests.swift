import Foundation
import Requests
import RequestsConformance
import Testing

@Suite("A run over HTTP/2", .timeLimit(.minutes(1))) struct HTTP2RunTests {
    /// Makes a run of a transport that hangs, so a case that runs doesn't end.
    private static func run(overHTTP2: Bool) -> ConformanceRun {
        let transport = FaultyTransport(fault: .trapsInNothingButHangs)
        guard overHTTP2 else { return ConformanceRun(of: transport, named: "HTTP/1.1") }
        return ConformanceRun(
            of: transport, named: "HTTP/2",
            http2: { port in (try #require(URL(string: "http://127.0.0.1:\(port)")), {}) })
    }

    @Test(arguments: [
        ("garbage/zeros", true, "HTTP/2 has its own garbage, in its own group"),
        ("http2/SETTINGS: none at all", false, "HTTP/1.1 has no frames"),
    ])
    func `a case for another version of HTTP isn't run`(_ id: String, overHTTP2: Bool, reason: String) async throws {
        let conformanceCase = try #require(TransportConformance.case(id))
        guard case .limited(let limit) = await Self.run(overHTTP2: overHTTP2).outcome(of: conformanceCase) else {
            Issue.record("The case ran.")
            return
        }
        #expect(limit == KnownLimit(reason, kind: .doesNotApply))
    }

    @Test func `a single case for HTTP/2 ends at once, since its server would speak HTTP/1.1`() async throws {
        let conformanceCase = try #require(TransportConformance.case("http2/SETTINGS: none at all"))
        try await conformanceCase.run(on: FaultyTransport(fault: .trapsInNothingButHangs))
    }

    @Test func `a front that fails makes its case fail, and a front that was used is stopped`() async throws {
        struct NoFront: Error {}
        let conformanceCase = try #require(TransportConformance.case("framing/Content-Length"))
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await conformanceCase.run(on: FaultyTransport(), for: .seconds(20), http2: { _ in throw NoFront() })
        }
        #expect(failure?.actual.contains("NoFront") == true)
        let stopped = Gate()
        // The server also speaks HTTP/1.1, so the front isn't necessary for the case.
        try await conformanceCase.run(
            on: FaultyTransport(), for: .seconds(20),
            http2: { port in (try #require(URL(string: "http://127.0.0.1:\(port)")), { stopped.open() }) })
        #expect(stopped.isOpen)
    }
}
