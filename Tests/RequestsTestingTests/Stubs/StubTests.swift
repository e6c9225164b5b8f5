import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Stubs", .timeLimit(.minutes(1))) struct StubTests {
    private let api = StubbedAPI()
    private let sample = StubbedTodo(id: 1, title: "Tea")

    @Test func `a stub responds by the types of the endpoint`() async throws {
        let stub = Stub(api).on(\.all) { input in [StubbedTodo(id: input.list, title: "\(input.limit ?? 0)")] }
        #expect(
            try await stub.perform(api.request(\.all, StubbedTodos(list: 7, limit: 3))) == [
                StubbedTodo(id: 7, title: "3")
            ])
        try stub.verify()
    }

    @Test func `responses are used up in their order`() async throws {
        let stub = Stub(api)
            .on(\.add, .once) { _ in StubbedTodo(id: 1, title: "first") }
            .on(\.add, .times(2)) { _ in throw ServingError(.conflict, "there is one") }
            .on(\.add) { input in input }
        let request = api.request(\.add, sample)
        #expect(try await stub.perform(request).title == "first")
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) { try await stub.perform(request) }
            #expect(error?.head?.status == .conflict)
        }
        for _ in 0..<3 { #expect(try await stub.perform(request) == sample) }
        try stub.verify()
    }

    @Test func `an unstubbed request is an error that lists the stubbed ones`() async throws {
        let stub = Stub(api).on(\.all, .once) { _ in [] }.on(.get, "/health") { _ in .status(.ok) }
        let error = await #expect(throws: TransportError.self) {
            try await stub.perform(api.request(\.add, sample))
        }
        #expect(error?.code == .notStubbed)
        let list = "stubbed requests below /v1: GET /lists/{list}/todos (once), GET /health (always)"
        #expect(error?.message == "POST https://todos.example/v1/todos is not stubbed; \(list)")
        _ = try await stub.perform(api.request(\.all, StubbedTodos(list: 1, limit: nil)))
        let second = await #expect(throws: TransportError.self) {
            try await stub.perform(api.request(\.all, StubbedTodos(list: 1, limit: nil)))
        }
        #expect(second?.message.contains("is stubbed, but was requested too often") == true)
    }

    @Test func `a description lists the responses without secrets`() {
        var api = api
        api.baseURL = URL("https://todos.example/s3cr3t")
        let stub = Stub(api).on(\.all, .once) { _ in [] }.on(.get, "/health") { _ in .status(.ok) }
        #expect("\(stub)" == "Stub<StubbedAPI>: GET /lists/{list}/todos (once), GET /health (always)")
        #expect("\(Stub(api))" == "Stub<StubbedAPI>: nothing")
        #expect("\(StubCount.atLeast(1)), \(StubCount.atLeast(2))" == "at least once, at least 2 times")
        var text = ""
        dump(stub, to: &text)
        #expect(text.contains("GET /health (always)"))
        #expect(!text.contains("s3cr3t"))
    }

    @Test func `an unexpected input is reported with the path of the difference`() async throws {
        let stub = Stub(api).on(\.add, expecting: StubbedTodo(id: 1, title: "Coffee", tags: ["a", "b"])) { $0 }
        let error = await #expect(throws: TransportError.self) {
            try await stub.perform(api.request(\.add, StubbedTodo(id: 1, title: "Coffee", tags: ["a", "c"])))
        }
        #expect(
            error?.message.contains(
                #"the input of POST /todos differs from the expected input: `tags.1` is "c", but "b" was expected"#)
                == true,
            "\(error?.message ?? "")")
    }

    @Test func `an expected call that didn't arrive is reported as missing`() async throws {
        let stub = Stub(api).on(\.all, .times(2)) { _ in [] }.on(\.add, .atLeast(1)) { $0 }.on(\.ping) {}
        _ = try await stub.perform(api.request(\.all, StubbedTodos(list: 1, limit: nil)))
        let error = #expect(throws: StubError.self) { try stub.verify() }
        #expect(error?.missing == ["GET /lists/{list}/todos: 1 of 2", "POST /todos: 0 of 1"])
        #expect(
            error?.localizedDescription
                == "stubs were not requested as often as expected: GET /lists/{list}/todos: 1 of 2, POST /todos: 0 of 1"
        )
    }

    @Test func `a missing one of several responses is reported with its position`() async throws {
        let stub = Stub(api).on(\.add, expecting: sample, .once) { $0 }.on(\.ping, .once) {}.on(\.add, .times(2)) { $0 }
        _ = try await stub.perform(api.request(\.add, sample))
        let error = #expect(throws: StubError.self) { try stub.verify() }
        #expect(error?.missing == ["GET /ping: 0 of 1", "POST /todos (response 2): 0 of 2"])
    }

    @Test func `requests without an endpoint are matched by method and path`() async throws {
        let stub = Stub(api).on(.get, "/users/{name}") { request in
            try .json(["name": request.pathValues["name"] ?? ""], status: .accepted, header: ["ETag": "\"1\""])
        }
        let (head, user) = try await stub.response(for: api.get(.json([String: String].self), from: "/users/\("a/b")"))
        #expect(user == ["name": "a/b"])
        #expect(head.status == .accepted)
        #expect(head.header["ETag"] == "\"1\"")
    }

    @Test func `a transport may fail`() async throws {
        let stub = Stub(api).on(\.ping) { throw TransportError(code: .timedOut, message: "too slow") }
        let error = await #expect(throws: TransportError.self) { try await stub.perform(api.request(\.ping)) }
        #expect(error?.code == .timedOut)
    }

    @Test func `every way of sending works`() async throws {
        let stub = Stub(api).on(\.ticks) { count in ElementStream((0..<count).map { "tick \($0)" }) }
            .on(\.all) { _ in [self.sample] }
        var lines: [String] = []
        for try await line in try await stub.stream(api.request(\.ticks, 3)) { lines.append(line) }
        #expect(lines == ["tick 0", "tick 1", "tick 2"])
        let request = api.request(\.all, StubbedTodos(list: 1, limit: nil))
        let todos = await withCheckedContinuation { continuation in
            stub.perform(request) { result in continuation.resume(returning: try? result.get().1) }
        }
        #expect(todos == [sample])
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await stub.download(request, to: file)
        #expect(try JSONDecoder().decode([StubbedTodo].self, from: Data(contentsOf: file)) == [sample])
    }

    @Test func `blocking, callback with progress and fluent requests work as well`() async throws {
        let stub = Stub(api).on(\.all) { _ in [self.sample] }
        let request = api.request(\.all, StubbedTodos(list: 1, limit: nil))
        let waited = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: try? stub.performAndWait(request)) }.start()
        }
        #expect(waited == [sample])
        let fluent = api.get(.json([StubbedTodo].self), from: "/lists/1/todos")
        #expect(try await stub.perform(fluent) == [sample])
        var events = 0
        for try await event in stub.events(of: request) {
            if case .finished(_, let todos) = event { #expect(todos == [sample]) }
            events += 1
        }
        #expect(events > 1)
    }

    @Test func `in order, a request that comes too early or too late is an error`() async throws {
        let stub = Stub(api).inOrder()
            .on(\.ping, .once) {}
            .on(\.all) { _ in [] }
            .on(\.add, .times(2)) { $0 }
            .on(\.ping, .once) {}
        let early = await #expect(throws: TransportError.self) {
            try await stub.perform(api.request(\.add, sample))
        }
        #expect(
            early?.message.hasPrefix(
                "POST https://todos.example/v1/todos was requested too early: GET /ping (response 1) is expected first")
                == true
        )
        try await stub.perform(api.request(\.ping))
        // A response without a count may stay unused, but can't be used after a later response.
        _ = try await stub.perform(api.request(\.add, sample))
        let late = await #expect(throws: TransportError.self) {
            try await stub.perform(api.request(\.all, StubbedTodos(list: 1, limit: nil)))
        }
        #expect(late?.message.contains(" was requested too late: POST /todos was already requested; ") == true)
        let again = await #expect(throws: TransportError.self) { try await stub.perform(api.request(\.ping)) }
        #expect(again?.message.contains(" was requested too early: POST /todos is expected first; ") == true)
        _ = try await stub.perform(api.request(\.add, sample))
        try await stub.perform(api.request(\.ping))
        try stub.verify()
    }

    @Test func `the inputs of an endpoint can be inspected`() async throws {
        let stub = Stub(api)
            .on(\.add, .once) { $0 }
            .on(\.add) { _ in throw ServingError(.conflict, "there is one") }
            .on(\.ticks) { _ in ElementStream(["tick"]) }
        let other = StubbedTodo(id: 2, title: "Milk")
        _ = try await stub.perform(api.request(\.add, sample))
        _ = await #expect(throws: TransportError.self) { try await stub.perform(api.request(\.add, other)) }
        #expect(stub.inputs(of: \.add) == [sample, other])
        #expect(stub.inputs(of: \.ticks).isEmpty)
    }

    @Test func `a delay is measured by the clock of the stub`() async throws {
        let clock = ImmediateClock()
        #expect(clock.minimumResolution == .zero)
        let stub = Stub(api, clock: clock).on(\.ping, after: .seconds(3_600)) {}
        try await stub.perform(api.request(\.ping))
        #expect(clock.sleeps == [.seconds(3_600)])
    }
}

private struct StubbedAPI: RequestProviding {
    var baseURL = URL("https://todos.example/v1")

    @GET("/lists/{list}/todos") var all: Endpoint<StubbedTodos, [StubbedTodo]>
    @POST("/todos") var add: Endpoint<StubbedTodo, StubbedTodo>
    @GET("/ping") var ping: Endpoint<Void, Void>
    @GET("/ticks/{count}") var ticks: Endpoint<Int, ElementStream<String>>

    init() {}
}

private struct StubbedTodos: Codable, Equatable { var list: Int, limit: Int? }

private struct StubbedTodo: Codable, Equatable {
    var id: Int
    var title: String
    var tags: [String] = []
}
