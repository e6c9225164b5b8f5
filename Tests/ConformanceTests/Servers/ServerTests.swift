#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import Testing

@Suite("Real servers", .enabled(if: RealServer.areRunning, "`.ci/servers` starts them"), .timeLimit(.minutes(10)))
struct ServerTests {
    /// The client, which is never shut down: it lives as long as the process.
    private static let client = HTTPClient.requests

    @Test(arguments: ServerCheck.all)
    func `URLSession behaves as the server expects`(_ check: ServerCheck) async throws {
        try await run(check, on: URLSession.shared, limits: ServerLimits.urlSession)
    }

    @Test(arguments: ServerCheck.all)
    func `AsyncHTTPClient behaves as the server expects`(_ check: ServerCheck) async throws {
        try await run(check, on: Self.client, limits: ServerLimits.asyncHTTPClient)
    }

    @Test func `every limit names a check, and every check has a unique name`() {
        let names = Set(ServerCheck.all.map(\.id))
        #expect(names.count == ServerCheck.all.count)
        #expect(names.isSuperset(of: ServerLimits.urlSession.keys))
        #expect(names.isSuperset(of: ServerLimits.asyncHTTPClient.keys))
    }

    private func run(_ check: ServerCheck, on transport: any Transport, limits: [String: KnownLimit]) async throws {
        switch limits[check.id]?.kind {
        case nil:
            try await check.run(on: transport)
        case .fails?:
            await withKnownIssue { try await check.run(on: transport) }
        case .varies?:
            await withKnownIssue(isIntermittent: true) { try await check.run(on: transport) }
        case .endsProcess?, .doesNotApply?:
            break
        }
    }
}
#endif
