import Foundation
import Requests
import RequestsCaching
import RequestsConformance
import Testing

@Suite("The samples about caching", .timeLimit(.minutes(1)))
struct CachingPageTests {
    @Test func `the first response comes from the server`() async throws {
        let respond: @Sendable (RawRequest) -> String = { _ in
            RawServer.ok(#"{"login":"ada","followers":3}"#, fields: [("Cache-Control", "max-age=60")])
        }
        try await withRawServer(responding: respond) { server in
            let (user, isNew) = try await CachingSamples.ada(from: GitHub(baseURL: server.baseURL))
            #expect(user.login == "ada")
            #expect(isNew)
        }
    }

    @Test func `a request states how old a response may be`() throws {
        let request = CachingSamples.tolerant(.live)
        #expect(try request.resolve().header["Cache-Control"] == "max-stale=3600, stale-if-error=86400")
    }

    @Test func `a request chooses its cache policy`() {
        let request = CachingSamples.tolerant(.live)
        #expect(
            CachingSamples.policies(request).map(\.cachePolicy) == [
                .reloadIgnoringLocalCacheData, .returnCacheDataDontLoad,
            ])
    }
}
