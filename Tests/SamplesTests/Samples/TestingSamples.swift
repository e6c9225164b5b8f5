import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

struct Service {
    let transport: any Transport

    init(transport: any Transport = URLSession.shared) {
        self.transport = transport.retrying().logging { entry in print(entry) }
    }
}

/// A test of the page on tests without a network, which runs with the samples.
struct RetryingTests {
    @Test func `a call is retried after the time that the server asks for`() async throws {
        let clock = ImmediateClock()
        let stub = Stub(GitHub.live)
            .on(.get, "/zen", .once) { _ in
                .status(.serviceUnavailable, header: ["Retry-After": "30"])
            }
            .on(.get, "/zen", .once) { _ in .text("ready") }
        let text = try await stub.retrying(clock: clock)
            .perform(GitHub.live.get(.text, from: "/zen"))
        #expect(text == "ready")
        #expect(clock.sleeps.first ?? .zero >= .seconds(30))
    }
}

/// The samples of the page on tests without a network.
struct TestingSamples {
    let api = TodosAPI(baseURL: URL("https://todos.example"))

    /// The code under test.
    struct Model {
        let api: TodosAPI
        let transport: any Transport
        var titles: [String] = []

        mutating func load() async throws {
            titles = try await transport.perform(api.request(\.all, Todos(list: 7))).map(\.title)
        }

        func add(_ title: String) async throws {
            _ = try await transport.perform(api.request(\.add, NewTodo(list: 7, title: title)))
        }
    }

    func stubbed() async throws -> ([String], [NewTodo]) {
        let stub = Stub(api)
            .on(\.all, .once) { input in [Todo(id: 1, title: "Tea for list \(input.list)")]
            }
            .on(\.add) { input in Todo(id: 2, title: input.title) }
        var model = Model(api: api, transport: stub)
        try await model.load()
        try await model.add("Milk")
        try stub.verify()
        return (model.titles, stub.inputs(of: \.add))
    }

    func signedIn(api: MailAPI) async throws -> [String] {
        let stub = Stub(api).on(\.inbox) { _ in ["Hello"] }
        let session = stub.authenticating(with: .bearerToken("test"), for: api.baseURL)
        let inbox = try await session.perform(api.request(\.inbox))
        return inbox
    }

    func counted() -> Stub<TodosAPI> {
        let stub = Stub(api)
            .on(\.add, .once) { input in Todo(id: 1, title: input.title) }
            .on(\.add, .times(2)) { _ in throw ServingError(.tooManyRequests, "slowly") }
            .on(\.add) { _ in throw TransportError(code: .offline, message: "no network") }
        return stub
    }

    func ordered() -> Stub<TodosAPI> {
        let stub = Stub(api).inOrder()
            .on(\.add, .once) { input in Todo(id: 1, title: input.title) }
            .on(\.all, .atLeast(1)) { _ in [] }
        return stub
    }

    func delayed() async throws -> [Duration] {
        let clock = ImmediateClock()
        let stub = Stub(api, clock: clock)
            .on(\.all, after: .seconds(30)) { _ in [] }
        let todos = try await stub.perform(api.request(\.all, Todos(list: 7)))
        print(clock.sleeps)  // [30.0 seconds]
        return todos.isEmpty ? clock.sleeps : []
    }

    func faults(_ routes: Routes<TodosAPI>, _ clock: ImmediateClock) -> (Loopback, Loopback, Loopback) {
        let slow = Loopback(routes).delaying(by: .milliseconds(200), clock: clock)
        let offline = Loopback(routes).failing { _ in .beforeServing(.offline) }
        let broken = Loopback(routes).failing(.bodyBreaks(after: 10), times: 1)
        return (slow, offline, broken)
    }

    func routes() -> Routes<TodosAPI> {
        let routes = Routes(api)
            .on(\.all) { input in [Todo(id: 1, title: "Tea for list \(input.list)")] }
            .on(\.add) { input in Todo(id: 2, title: input.title) }
        return routes
    }

    func session(_ routes: Routes<TodosAPI>) -> any Transport {
        let isMocked = ProcessInfo.processInfo.arguments.contains("--mock-server")
        let session: any Transport = isMocked ? Loopback(routes) : URLSession.shared
        return session
    }

    func fluent() -> Stub<TodosAPI> {
        let stub = Stub(api)
            .on(.get, "/users/{id}") { request in
                try .json(["id": request.pathValues["id"]])
            }
            .on(.get, "/health") { _ in .status(.ok) }
            .on(.get, "/motd") { _ in .text("Hello", header: ["ETag": "\"1\""]) }
            .on(.get, "/broken") { _ in .data(Data("{".utf8), .json) }  // malformed JSON
        return stub
    }

    func cancelled() async -> Result<Void, any Error> {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let stub = Stub(api).on(.get, "/health") { _ in
            arrival.finish()
            try await Task.sleep(for: .seconds(60))  // until the call is cancelled
            return .status(.ok)
        }
        let call = Task { try await stub.perform(api.get(from: "/health")) }
        for await _ in arrivals {}  // until the request has arrived
        call.cancel()
        return await call.result
    }
}
