import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on tests without a network, which must do what it promises.
@Suite("Samples of the page on tests", .timeLimit(.minutes(1)))
struct TestingPageTests {
    private let samples = TestingSamples()

    @Test func `a model is tested with a stub`() async throws {
        let (titles, inputs) = try await samples.stubbed()
        #expect(titles == ["Tea for list 7"])
        #expect(inputs == [NewTodo(list: 7, title: "Milk")])
    }

    @Test func `an endpoint that requires credentials requires them from a stub as well`() async throws {
        let api = MailAPI(baseURL: URL("https://mail.example"))
        let inbox = try await samples.signedIn(api: api)
        #expect(inbox == ["Hello"])
        let stub = Stub(api).on(\.inbox) { _ in ["Hello"] }
        let error = await #expect(throws: TransportError.self) { try await stub.perform(api.request(\.inbox)) }
        #expect(error?.code == .credentialsMissing)
    }

    @Test func `responses are used up`() async throws {
        let stub = samples.counted()
        let request = samples.api.request(\.add, NewTodo(list: 7, title: "Tea"))
        #expect(try await stub.perform(request) == Todo(id: 1, title: "Tea"))
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) { try await stub.perform(request) }
            #expect(error?.head?.status == .tooManyRequests)
        }
        let error = await #expect(throws: TransportError.self) { try await stub.perform(request) }
        #expect(error?.code == .offline)
    }

    @Test func `the order matters on request`() async throws {
        let stub = samples.ordered()
        _ = await #expect(throws: TransportError.self) {
            try await stub.perform(samples.api.request(\.all, Todos(list: 7)))
        }
        _ = try await stub.perform(samples.api.request(\.add, NewTodo(list: 7, title: "Tea")))
        #expect(try await stub.perform(samples.api.request(\.all, Todos(list: 7))).isEmpty)
        try stub.verify()
    }

    @Test func `a delay takes no time, and a network fails on request`() async throws {
        #expect(try await samples.delayed() == [.seconds(30)])
        let clock = ImmediateClock()
        let routes = Routes(samples.api).on(\.all) { _ in [Todo(id: 1, title: "Tea")] }
        let (slow, offline, broken) = samples.faults(routes, clock)
        let request = samples.api.request(\.all, Todos(list: 7))
        #expect(try await slow.perform(request).count == 1)
        #expect(clock.sleeps == [.milliseconds(200)])
        let first = await #expect(throws: TransportError.self) { try await offline.perform(request) }
        #expect(first?.code == .offline)
        let second = await #expect(throws: TransportError.self) { try await broken.perform(request) }
        #expect(second?.code == .connectionLost)
        #expect(try await broken.perform(request).count == 1)
    }

    @Test func `fluent requests are matched by method and path`() async throws {
        let stub = samples.fluent()
        let user = try await stub.perform(samples.api.get(.json([String: String].self), from: "/users/\(7)"))
        #expect(user == ["id": "7"])
        let (head, text) = try await stub.response(for: samples.api.get(.text, from: "/motd"))
        #expect(text == "Hello")
        #expect(head.header["ETag"] == "\"1\"")
    }
}
