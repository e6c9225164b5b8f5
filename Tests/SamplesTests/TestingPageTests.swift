import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on tests without a network, which must do what the page promises.
@Suite("Samples of the page on tests", .timeLimit(.minutes(1)))
struct TestingPageTests {
    private let samples = TestingSamples()
    private let request = TestingSamples().api.request(\.all, Todos(list: 7))

    @Test func `a model gets its data from a stub`() async throws {
        let (titles, inputs) = try await samples.stubbed()
        #expect(titles == ["Tea for list 7"])
        #expect(inputs == [NewTodo(list: 7, title: "Milk")])
    }

    @Test func `a stub requires the credentials that its endpoint requires`() async throws {
        let api = MailAPI(baseURL: URL("https://mail.example"))
        let inbox = try await samples.signedIn(api: api)
        #expect(inbox == ["Hello"])
        let stub = Stub(api).on(\.inbox) { _ in ["Hello"] }
        let error = await #expect(throws: TransportError.self) { try await stub.perform(api.request(\.inbox)) }
        #expect(error?.code == .credentialsMissing)
    }

    @Test func `counted responses are used in their order`() async throws {
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

    @Test func `an ordered stub refuses a call that comes too early`() async throws {
        let stub = samples.ordered()
        let error = await #expect(throws: TransportError.self) { try await stub.perform(request) }
        #expect(error?.code == .notStubbed)
        _ = try await stub.perform(samples.api.request(\.add, NewTodo(list: 7, title: "Tea")))
        #expect(try await stub.perform(request).isEmpty)
        try stub.verify()
    }

    /// Returns transports that are slow, offline and broken, which all know one todo.
    private func faults(_ clock: ImmediateClock = ImmediateClock()) -> (Loopback, Loopback, Loopback) {
        samples.faults(Routes(samples.api).on(\.all) { _ in [Todo(id: 1, title: "Tea")] }, clock)
    }

    @Test func `a delay passes on the clock of the test`() async throws {
        #expect(try await samples.delayed() == [.seconds(30)])
        let clock = ImmediateClock()
        #expect(try await faults(clock).0.perform(request).count == 1)
        #expect(clock.sleeps == [.milliseconds(200)])
    }

    @Test func `a transport can be offline`() async {
        let error = await #expect(throws: TransportError.self) { try await faults().1.perform(request) }
        #expect(error?.code == .offline)
    }

    @Test func `a body breaks off as often as the test wants`() async throws {
        let broken = faults().2
        let error = await #expect(throws: TransportError.self) { try await broken.perform(request) }
        #expect(error?.code == .connectionLost)
        #expect(try await broken.perform(request).count == 1)
    }

    @Test func `a mock in the app responds with the types of the endpoints`() async throws {
        let mock = Loopback(samples.routes())
        #expect(try await mock.perform(request) == [Todo(id: 1, title: "Tea for list 7")])
        let added = try await mock.perform(samples.api.request(\.add, NewTodo(list: 7, title: "Milk")))
        #expect(added == Todo(id: 2, title: "Milk"))
    }

    @Test func `fluent requests are matched by method and path`() async throws {
        let stub = samples.fluent()
        let user = try await stub.perform(samples.api.get(.json([String: String].self), from: "/users/\(7)"))
        #expect(user == ["id": "7"])
        let (head, text) = try await stub.response(for: samples.api.get(.text, from: "/motd"))
        #expect(text == "Hello")
        #expect(head.header["ETag"] == "\"1\"")
        let error = await #expect(throws: TransportError.self) {
            try await stub.perform(samples.api.get(.json([String: String].self), from: "/broken"))
        }
        #expect(error?.code == .decodingFailed)
    }

    @Test func `a call that is cancelled after its request has arrived throws an error`() async {
        let result = await samples.cancelled()
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.code == .cancelled)
    }
}
