import Foundation
public import Requests
public import RequestsEndpoints

/// A transport that replaces an API's server in tests; the API's endpoints determine the types of its responses.
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
/// The stub matches and reads requests like a server, and encodes its responses, so every way of sending works. The
/// stub returns the first matching response that is not used up. If no response is left, the request fails with
/// ``RequestsCore/RequestErrorCode/notStubbed``, and the error lists the stubbed responses. A stub belongs to the test
/// that makes it: nothing is global.
public struct Stub<API: RequestProviding>: Transport {
    private let api: API
    private let clock: any Clock<Duration>
    private var entries: [Entry]
    private let ledger: StubLedger
    private var isInOrder = false

    private struct Entry: Sendable {
        let routes: Routes<API>
        /// The method and the path.
        let name: String
        /// The expected input; `nil` if the response accepts any input.
        let expectation: StubExpectation?
        let count: StubCount
        let delay: Duration
    }

    /// Makes a stub without responses.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - clock: The clock that measures delays.
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
        let routes = make(.stubbing(api))
        var stub = self
        stub.entries.append(
            Entry(
                routes: routes, name: routes.endpoints.first ?? "", expectation: expectation, count: count,
                delay: delay))
        return stub
    }

    /// Requires requests in the order of the stubbed responses, across all endpoints.
    ///
    /// ```swift
    /// let stub = Stub(api).inOrder()
    ///     .on(\.login, .once) { _ in .sample }
    ///     .on(\.all, .atLeast(1)) { _ in [] }       // not before the login, which is not asked for again
    /// ```
    ///
    /// Requests in a different order fail. Responses with the count ``StubCount/always`` may be skipped.
    ///
    /// - Returns: The ordered stub.
    public consuming func inOrder() -> Self {
        isInOrder = true
        return self
    }

    /// Stubs the response of an endpoint; if the endpoint has no input, write `{ … }` without a parameter.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - count: The number of times that the stub responds; unlimited by default.
    ///   - delay: The delay of the response, on the stub's clock.
    ///   - response: A function that makes the output. If it throws the API's failure or a `ServingError`, the stub
    ///     returns the response that a server would send. A thrown `TransportError` reaches the client unchanged.
    /// - Returns: The stub with this response.
    public func on<Input, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, _ count: StubCount = .always, after delay: Duration = .zero,
        _ response: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        let (name, ledger) = (api[keyPath: endpoint].description, ledger)
        return adding(count, after: delay) {
            $0.on(endpoint) { input in
                ledger.note(input, of: name)
                return try await response(input)
            }
        }
    }

    /// Stubs the response of an endpoint for one input.
    ///
    /// A request with a different input receives the next matching response, and doesn't count as a use of this
    /// response. If no response matches, the error shows the difference between the inputs.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - expected: The expected input.
    ///   - count: The number of times that the stub responds; unlimited by default.
    ///   - delay: The delay of the response, on the stub's clock.
    ///   - response: A function that makes the output.
    /// - Returns: The stub with this response.
    public func on<Input: Equatable & Encodable, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, expecting expected: Input, _ count: StubCount = .always,
        after delay: Duration = .zero, _ response: @escaping @Sendable (Input) async throws -> Output
    ) -> Self {
        let (name, ledger) = (api[keyPath: endpoint].description, ledger)
        return adding(count, after: delay, expecting: StubExpectation(expected, of: endpoint, in: api)) {
            $0.on(endpoint) { input in
                ledger.note(input, of: name)
                return try await response(input)
            }
        }
    }

    /// Stubs the response to a method and a path, even if the API declares no endpoint for them.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the API's base URL, with placeholders for variable segments.
    ///   - count: The number of times that the stub responds; unlimited by default.
    ///   - delay: The delay of the response, on the stub's clock.
    ///   - response: A function that makes the response, such as `.json(value)` or `.status(404)`.
    /// - Returns: The stub with this response.
    public func on(
        _ method: HTTPMethod, _ path: String, _ count: StubCount = .always, after delay: Duration = .zero,
        _ response: @escaping @Sendable (IncomingRequest) async throws -> TransportResponse
    ) -> Self {
        adding(count, after: delay) { $0.on(method, path, response) }
    }

    /// Responds to a message with the first matching response that is not used up.
    ///
    /// - Parameter request: The message.
    /// - Returns: The response.
    /// - Throws: ``RequestsCore/RequestErrorCode/notStubbed``, ``/Requests/RequestErrorCode/cancelled``, and the response's errors.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { incoming, message in try await response(to: incoming, message) }
    }

    private func response(
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
        case .taken, .usedUp: "is stubbed, but was requested too often"
        case .tooEarly(let index): "was requested too early: \(title(of: index)) is expected first"
        case .tooLate(let index): "was requested too late: \(title(of: index)) was already requested"
        }
    }

    private func notStubbed(_ request: OutgoingRequest, _ problem: String) -> TransportError {
        let list = entries.isEmpty ? "none" : entries.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        // The request contains the path of the base URL, but the path of a stubbed response doesn't.
        let base = api.baseURL.path.isEmpty ? "" : " below \(api.baseURL.path)"
        return TransportError(code: .notStubbed, message: "\(request) \(problem); stubbed requests\(base): \(list)")
    }

    /// Makes the error for an input without a matching response.
    private func unexpected(_ differing: [StubCandidates.Differing]) -> TransportError {
        let name = differing.first.map { entries[$0.index].name } ?? ""
        let texts = differing.map { other in
            differing.count == 1 ? "\(other.difference)" : "\(other.difference) (response \(position(of: other.index)))"
        }
        return TransportError(
            code: .notStubbed,
            message: "the input of \(name) differs from the expected input: \(texts.joined(separator: ", "))")
    }

    /// Returns the name of a response, with its position if several responses share the name.
    private func title(of index: Int) -> String {
        let name = entries[index].name
        return entries.count { $0.name == name } == 1 ? name : "\(name) (response \(position(of: index)))"
    }

    /// Returns the position of a response among the responses of its endpoint, from 1.
    private func position(of index: Int) -> Int {
        entries[...index].count { $0.name == entries[index].name }
    }

    /// Returns the inputs of the requests to an endpoint, in the order in which they arrived.
    ///
    /// ```swift
    /// #expect(stub.inputs(of: \.add) == [NewTodo(list: 7, title: "Tea")])
    /// ```
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The inputs, including those of requests that failed.
    public func inputs<Input, Output>(of endpoint: KeyPath<API, Endpoint<Input, Output>>) -> [Input] {
        ledger.inputs(of: api[keyPath: endpoint].description).compactMap { $0 as? Input }
    }

    /// Checks that every response was requested as often as its count requires.
    ///
    /// - Throws: A ``StubError`` that lists the responses that were requested too rarely.
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
    /// The stubbed endpoints and their counts, without the API, which may contain secrets.
    public var description: String {
        let list = entries.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        return "Stub<\(API.self)>: \(list.isEmpty ? "nothing" : list)"
    }

    /// The mirror for `dump`, with the same content as the description.
    public var customMirror: Mirror {
        Mirror(self, children: ["entries": entries.map { "\($0.name) (\($0.count))" }], displayStyle: .struct)
    }
}
