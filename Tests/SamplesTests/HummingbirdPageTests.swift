#if Hummingbird
import Foundation
import RequestsEndpoints
import Testing

/// The samples of the page on Hummingbird, which must do what the page promises.
@Suite("Samples of the page on Hummingbird", .timeLimit(.minutes(1)))
struct HummingbirdPageTests {
    @Test func `routes are called over a socket`() async throws {
        let store = TodoStore()
        let samples = HummingbirdSamples()
        let routes = Routes(samples.api).on(\.all) { input in await store.todos(of: input.list, limit: input.limit) }
        try await samples.callOverSocket(routes)
    }

    @Test func `an error stops the server`() async throws {
        await #expect(throws: ServingError(.conflict, "")) {
            try await serving(Routes(HummingbirdSamples().api)) { _ in throw ServingError(.conflict, "") }
        }
    }
}
#endif
