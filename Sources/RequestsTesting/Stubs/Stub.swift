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
/// The first answer counts that fits and is not used up. A request that none fits is an error that lists what there is, with the code
/// ``Requests/RequestErrorCode/notStubbed``. A stub belongs to the test that makes it: nothing is global.
public struct Stub<API: RequestProviding>: Transport {
    private let api: API
    private let clock: any Clock<Duration>
    private var entries: [Entry]
    private let ledger: StubLedger
    private var isInOrder = false

    private struct Entry: Sendable {
        let routes: Routes<API>
        /// Method and path.
        let name: String
        /// `nil` where any input will do.
        let expectation: StubExpectation?
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
        _ count: StubCount, after delay: Duration, expecting expectation: StubExpectation? = nil,
        _ make: (Routes<API>) -> Routes<API>
    ) -> Self {
        let routes = make(Routes(api))
        var stub = self
        stub.entries.append(
            Entry(
                routes: routes, name: routes.endpoints.first ?? "", expectation: expectation, count: count,
                delay: delay))
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

    /// Answers an endpoint for one input alone.
    ///
    /// Another input goes to the next answer that fits, and counts for none where there is none: it is an error then that says where
    /// the two differ.
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
        let (name, ledger) = (api[keyPath: endpoint].description, ledger)
        return adding(count, after: delay, expecting: StubExpectation(expected, of: endpoint, in: api)) {
            $0.on(endpoint) { input in
                ledger.note(input, of: name)
                return try await answer(input)
            }
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
        let routed = entries.indices.filter { entries[$0].routes.matches(incoming) }
        guard let first = routed.first.map({ entries[$0] }) else { throw notStubbed(message, "is not stubbed") }
        let candidates = try await StubCandidates(
            routed, entries.map(\.expectation), for: incoming, bodySizeLimit: first.routes.bodySizeLimit)
        let decision = ledger.take(candidates.fitting, entries.map(\.count), inOrder: isInOrder)
        guard case .taken(let index) = decision else {
            if let other = candidates.differing.first { ledger.note(other.input, of: entries[other.index].name) }
            if candidates.fitting.isEmpty, let problem = candidates.problem { return problem }
            throw candidates.fitting.isEmpty
                ? unexpected(candidates.differing) : notStubbed(message, problem(of: decision))
        }
        let entry = entries[index]
        if entry.delay > .zero { try await clock.sleep(for: entry.delay) }
        return try await entry.routes.response(to: candidates.request)
    }

    private func problem(of decision: StubLedger.Decision) -> String {
        switch decision {
        case .taken, .usedUp: "is stubbed, but not that often"
        case .tooEarly(let index): "comes too early: \(title(of: index)) is expected first"
        case .tooLate(let index): "comes too late: \(title(of: index)) was asked for already"
        }
    }

    private func notStubbed(_ request: OutgoingRequest, _ problem: String) -> TransportError {
        let list = entries.isEmpty ? "nothing is" : entries.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        return TransportError(code: .notStubbed, message: "\(request) \(problem); stubbed: \(list)")
    }

    /// The error of an input that no answer is for.
    private func unexpected(_ differing: [StubCandidates.Differing]) -> TransportError {
        let name = differing.first.map { entries[$0.index].name } ?? ""
        let texts = differing.map { other in
            differing.count == 1 ? "\(other.difference)" : "\(other.difference) (answer \(position(of: other.index)))"
        }
        return TransportError(
            code: .notStubbed, message: "the input of \(name) is another one: \(texts.joined(separator: ", "))")
    }

    /// The name of an answer, and which one it is of those that are called the same.
    private func title(of index: Int) -> String {
        let name = entries[index].name
        return entries.count { $0.name == name } == 1 ? name : "\(name) (answer \(position(of: index)))"
    }

    /// Which answer of its endpoint an answer is, from 1.
    private func position(of index: Int) -> Int {
        entries[...index].count { $0.name == entries[index].name }
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
            return "\(title(of: index)): \(used) of \(entries[index].count.minimum)"
        }
        if !missing.isEmpty { throw StubError(missing: missing) }
    }
}

extension Stub: CustomStringConvertible, CustomReflectable {
    /// What is stubbed and how often, and nothing of the API, which may have secrets.
    public var description: String {
        let list = entries.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        return "Stub<\(API.self)>: \(list.isEmpty ? "nothing" : list)"
    }

    /// What `dump` shows: the same.
    public var customMirror: Mirror {
        Mirror(self, children: ["entries": entries.map { "\($0.name) (\($0.count))" }], displayStyle: .struct)
    }
}
