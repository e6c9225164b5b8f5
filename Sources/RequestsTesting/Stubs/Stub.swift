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
    private let entries: [Entry]
    private let ledger: StubLedger

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
        self.init(api, clock, [], StubLedger())
    }

    private init(_ api: API, _ clock: any Clock<Duration>, _ entries: [Entry], _ ledger: StubLedger) {
        self.api = api
        self.clock = clock
        self.entries = entries
        self.ledger = ledger
    }

    private func adding(
        _ count: StubCount, after delay: Duration, _ make: (Routes<API>) -> Routes<API>
    ) -> Self {
        let routes = make(Routes(api))
        let entry = Entry(routes: routes, name: routes.endpoints.first ?? "", count: count, delay: delay)
        return Stub(api, clock, entries + [entry], ledger)
    }

    /// Answers an endpoint.
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
        adding(count, after: delay) { $0.on(endpoint, answer) }
    }

    /// Answers an endpoint without an input.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - count: How often: always by default.
    ///   - delay: How long the answer takes, by the clock of the stub.
    ///   - answer: Makes the output.
    /// - Returns: The stub with this answer.
    public func on<Output>(
        _ endpoint: KeyPath<API, Endpoint<Void, Output>>, _ count: StubCount = .always, after delay: Duration = .zero,
        _ answer: @escaping @Sendable () async throws -> Output
    ) -> Self {
        adding(count, after: delay) { $0.on(endpoint, answer) }
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
        try Task.checkCancellation()
        let incoming = try IncomingRequest(request)
        let fitting = entries.indices.filter { entries[$0].routes.matches(incoming) }
        guard let index = ledger.take(fitting, entries.map(\.count)) else {
            throw notStubbed(request, isUsedUp: !fitting.isEmpty)
        }
        let entry = entries[index]
        if entry.delay > .zero { try await clock.sleep(for: entry.delay) }
        return try await entry.routes.response(to: incoming).answering(request)
    }

    private func notStubbed(_ request: OutgoingRequest, isUsedUp: Bool) -> TransportError {
        let list = entries.isEmpty ? "nothing is" : entries.map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
        let problem = isUsedUp ? "is stubbed, but not that often" : "is not stubbed"
        return TransportError(code: .notStubbed, message: "\(request.method) \(request) \(problem); stubbed: \(list)")
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

/// How often a stub answers.
public struct StubCount: Hashable, Sendable, CustomStringConvertible {
    let minimum: Int
    let maximum: Int?

    /// As often as it is asked, or not at all.
    public static let always = StubCount(minimum: 0, maximum: nil)

    /// Once, no more and no less.
    public static let once = StubCount(minimum: 1, maximum: 1)

    /// So many times, no more and no less.
    public static func times(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: count) }

    /// So many times or more.
    public static func atLeast(_ count: Int) -> StubCount { StubCount(minimum: count, maximum: nil) }

    /// Such as `2 times`.
    public var description: String {
        guard let maximum else { return minimum == 0 ? "always" : "at least \(minimum) times" }
        return maximum == 1 ? "once" : "\(maximum) times"
    }
}

/// Stubs that were not asked for as often as they should have been.
public struct StubError: Error, Hashable, CustomStringConvertible {
    /// Method and path of each, how often it was asked for, and how often it should have been.
    public let missing: [String]

    /// All of them.
    public var description: String { "not asked for as often as expected: " + missing.joined(separator: ", ") }
}

extension RequestErrorCode {
    /// A stub has no answer for a request, or another input was expected.
    public static let notStubbed = RequestErrorCode(rawValue: "notStubbed")
}

/// How often each stub was used.
final class StubLedger: Sendable {
    private let counts = Guarded<[Int: Int]>([:])

    /// Takes the first of some stubs that is not used up.
    func take(_ indices: [Int], _ limits: [StubCount]) -> Int? {
        counts.withLock { counts in
            guard let index = indices.first(where: { counts[$0, default: 0] < limits[$0].maximum ?? .max }) else {
                return nil
            }
            counts[index, default: 0] += 1
            return index
        }
    }

    func count(of index: Int) -> Int { counts.withLock { $0[index] ?? 0 } }
}
