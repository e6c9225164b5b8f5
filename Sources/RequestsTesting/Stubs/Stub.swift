public import Requests

/// Stands in for the server of an API: a transport whose answers are typed by the API's own endpoints.
///
/// ```swift
/// let stub = Stub(api)
///     .on(\.all) { input in [Todo(id: 1, title: "Tea")] }
///     .on(\.add, .once) { input in Todo(id: 2, title: input.title) }
///     .on(\.add) { _ in throw ServingError(.conflict, "there is one already") }
///
/// try await MyModel(transport: stub).load()
/// try stub.verify()
/// ```
///
/// Requests are resolved, matched and read as by a server, and answers encoded and decoded, so that every way of sending works.
/// The first stub counts that fits and is not used up. A request that none fits is an error that lists what there is, with the code
/// ``Requests/RequestErrorCode/notStubbed``. A stub belongs to the test that makes it: nothing is global.
public struct Stub<API: RequestProviding>: Transport {
    private let api: API
    private let clock: any Clock<Duration>
    private var entries: [Entry]
    private let ledger: StubLedger
    private var isInOrder = false

    private struct Entry: Sendable {
        let routes: Routes<API>
        let name: String
        let count: StubCount
        let delay: Duration
    }

    /// Makes a stub without answers.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - clock: What delays are measured by.
    public init(_ api: API, clock: any Clock<Duration> = ContinuousClock()) {
        self.api = api
        self.clock = clock
        entries = []
        ledger = StubLedger()
    }

    private func adding(
        _ count: StubCount, after delay: Duration, _ make: (Routes<API>) -> Routes<API>
    ) -> Self {
        let routes = make(Routes(api))
        var stub = self
        stub.entries.append(
            Entry(routes: routes, name: routes.endpoints.first ?? "", count: count, delay: delay))
        return stub
    }

    /// Has the requests come in the order of the answers, whatever their endpoints; another order is an error.
    ///
    /// ```swift
    /// let stub = Stub(api).inOrder()
    ///     .on(\.login, .once) { _ in .sample }
    ///     .on(\.all, .atLeast(1)) { _ in [] }       // not before the login, which is not asked for again
    /// ```
    ///
    /// An answer with the count ``StubCount/always`` may be left out.
    ///
    /// - Returns: The stub, in order.
    public consuming func inOrder() -> Self {
        isInOrder = true
        return self
    }

    /// Answers an endpoint; by `{ … }` where nothing goes in.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - count: How often: always by default.
    ///   - delay: How long the answer takes, by the clock of the stub.
    ///   - answer: Makes the output. What it throws is the answer where a server would answer with it: the API's failure, a
    ///     `ServingError`; a `TransportError` is what the sender gets.
    /// - Returns: The stub with this answer.
    public func on<Input, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, _ count: StubCount = .always, after delay: Duration = .zero,
        _ answer: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        let (name, ledger) = (api[keyPath: endpoint].description, ledger)
        return adding(count, after: delay) {
            $0.on(endpoint) { input in
                ledger.note(input, of: name)
                return try await answer(input)
            }
        }
    }

    /// Answers an endpoint for one input alone; another is an error that says where the two differ.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - expected: The input.
    ///   - count: How often: always by default.
    ///   - delay: How long the answer takes, by the clock of the stub.
    ///   - answer: Makes the output.
    /// - Returns: The stub with this answer.
    public func on<Input: Equatable & Encodable, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, expecting expected: Input, _ count: StubCount = .always,
        after delay: Duration = .zero, _ answer: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        let name = api[keyPath: endpoint].description
        return on(endpoint, count, after: delay) { input in
            if let difference = InputDifference(expected, input) {
                throw TransportError(code: .notStubbed, message: "the input of \(name) is another one: \(difference)")
            }
            return try await answer(input)
        }
    }

    /// Answers a method and a path that are no endpoint of the API.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, with placeholders for what may be anything.
    ///   - count: How often: always by default.
    ///   - delay: How long the answer takes, by the clock of the stub.
    ///   - answer: Makes the answer: `.json(value)`, `.status(404)`.
    /// - Returns: The stub with this answer.
    public func on(
        _ method: HTTPMethod, _ path: EndpointPath, _ count: StubCount = .always, after delay: Duration = .zero,
        _ answer: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        adding(count, after: delay) { $0.on(method, path, answer) }
    }

    /// Answers a message by the first stub that fits.
    ///
    /// - Parameter request: The message.
    /// - Returns: The answer.
    /// - Throws: ``Requests/RequestErrorCode/notStubbed``, ``Requests/RequestErrorCode/cancelled``, and what an answer throws.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { incoming, message in try await answer(to: incoming, message) }
    }

    private func answer(
        to incoming: IncomingRequest, _ message: OutgoingRequest
    ) async throws -> TransportResponse {
        let fitting = entries.indices.filter { entries[$0].routes.matches(incoming) }
        guard let index = ledger.take(fitting, entries.map(\.count), inOrder: isInOrder) else {
            throw notStubbed(message, isUsedUp: !fitting.isEmpty)
        }
        let entry = entries[index]
        if entry.delay > .zero { try await clock.sleep(for: entry.delay) }
        return try await entry.routes.response(to: incoming)
    }

    private func notStubbed(_ request: OutgoingRequest, isUsedUp: Bool) -> TransportError {
        let list = entries.isEmpty ? "nothing is" : entries.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        let problem =
            if !isUsedUp { "is not stubbed" } else if isInOrder { "is stubbed, but not there or not that often" } else {
                "is stubbed, but not that often"
            }
        return TransportError(code: .notStubbed, message: "\(request.method) \(request) \(problem); stubbed: \(list)")
    }

    /// The inputs that an endpoint was asked with, in the order in which they came.
    ///
    /// ```swift
    /// #expect(stub.inputs(of: \.add) == [NewTodo(list: 7, title: "Tea")])
    /// ```
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The inputs, those included that were answered by an error.
    public func inputs<Input, Output>(of endpoint: KeyPath<API, Endpoint<Input, Output>>) -> [Input] {
        ledger.inputs(of: api[keyPath: endpoint].description).compactMap { $0 as? Input }
    }

    /// Checks that every answer was asked for as often as its count says.
    ///
    /// - Throws: A ``StubError`` that names those that were not.
    public func verify() throws {
        let missing = entries.indices.compactMap { index -> String? in
            let used = ledger.count(of: index)
            guard used < entries[index].count.minimum else { return nil }
            return "\(entries[index].name): \(used) of \(entries[index].count.minimum)"
        }
        if !missing.isEmpty { throw StubError(missing: missing) }
    }
}
