import Foundation
import Requests
import RequestsEndpoints
import Testing

/// The samples of the first pages, which must do what the pages promise.
@Suite("Samples of the first pages", .timeLimit(.minutes(1)))
struct LandingPageTests {
    @Test func `a client calls the routes of the same declaration`() async throws {
        let api = TodosAPI(baseURL: URL("https://todos.example"))
        let store = TodoStore()
        let loopback = Loopback(LandingSamples.routes(api, store))
        let new = NewTodo(list: 7, title: "Tea", idempotencyKey: "1")
        #expect(try await loopback.perform(api.request(\.add, new)) == Todo(id: 1, title: "Tea"))
        #expect(try await LandingSamples.call(api, by: loopback) == [Todo(id: 1, title: "Tea")])
    }
}
