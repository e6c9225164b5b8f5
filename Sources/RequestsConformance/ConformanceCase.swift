public import Requests

/// One requirement for every transport, with a server that tests it.
///
/// ```swift
/// @Test(arguments: TransportConformance.cases)
/// func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
///     try await conformanceCase.run(on: MyTransport())
/// }
/// ```
///
/// A case starts its server on a local port chosen by the system, and stops it again. Its time is limited, so a
/// transport that hangs fails.
public struct ConformanceCase: Sendable, Identifiable {
    /// The group and the name of the case, such as `redirects/307 keeps the method and the body`.
    ///
    /// The ID is stable, so that tables can refer to it.
    public let id: String

    /// The topic of the case.
    public let group: ConformanceGroup

    /// The requirement, such as `307 keeps the method and the body`.
    public let name: String

    private let body: @Sendable (Stage) async throws -> Void

    init(_ group: ConformanceGroup, _ name: String, _ body: @escaping @Sendable (Stage) async throws -> Void) {
        self.id = "\(group.rawValue)/\(name)"
        self.group = group
        self.name = name
        self.body = body
    }

    /// Runs the case on a transport.
    ///
    /// At most four cases run at a time; further calls wait.
    ///
    /// - Parameter transport: The transport.
    /// - Throws: A ``ConformanceFailure`` if the transport fails the requirement, or takes more than 40 seconds.
    public func run(on transport: any Transport) async throws {
        try await run(on: transport, after: .shared)
    }

    func run(on transport: any Transport, after turnstile: ConcurrencyLimit) async throws(ConformanceFailure) {
        await turnstile.enter()
        do throws(ConformanceFailure) {
            try await run(on: transport, for: .seconds(40))
        } catch {
            await turnstile.leave()
            throw error
        }
        await turnstile.leave()
    }

    /// Runs the case on a transport within a time limit.
    package func run(on transport: any Transport, for limit: Duration) async throws(ConformanceFailure) {
        let stage = Stage(transport: transport)
        let race = Race()
        let body = body
        let task = Task.detached {
            do {
                try await body(stage)
                race.end(.success(()))
            } catch let failure as ConformanceFailure {
                race.end(.failure(failure))
            } catch {
                race.end(.failure(stage.failure(expected: "no error", actual: "\(error)")))
            }
        }
        let result = await withTaskCancellationHandler {
            await race.result(within: limit) {
                stage.failure(expected: "an end", actual: "it hangs: nothing within \(limit)")
            }
        } onCancel: {
            race.end(.failure(stage.failure(expected: "an end", actual: "the case was cancelled")))
        }
        task.cancel()
        await stage.end()
        try result.get()
        if let error = stage.scriptError {
            throw stage.failure(expected: "a request that the server can read", actual: "\(error)")
        }
    }
}

extension ConformanceCase: CustomStringConvertible {
    /// The same text as the ID.
    public var description: String { id }
}

/// The topics of the suite's cases.
public enum ConformanceGroup: String, Sendable, CaseIterable {
    /// The method on the wire.
    case methods
    /// The end of a response's body.
    case framing
    /// The status line and the fields of a response.
    case responses
    /// The target and the fields of the request on the wire.
    case requests
    /// The content of the request on the wire.
    case uploads
    /// The content of the request from an asynchronous sequence.
    case sequences
    /// Bodies that are read as they arrive.
    case streaming
    /// Redirects, including status, method and credentials.
    case redirects
    /// References in Location fields (RFC 3986, section 5.4).
    case locations
    /// Responses that ask for credentials.
    case credentials
    /// Cookies, which only a cookie jar stores.
    case cookies
    /// Content codings.
    case compression
    /// Interim responses, and responses without content.
    case statuses
    /// Connections that end too early.
    case breaks
    /// Incorrect lengths.
    case lengths
    /// Responses that are not HTTP.
    case garbage
    /// Responses that are too large.
    case sizes
    /// Timeouts.
    case timeouts
    /// Cancellation.
    case cancelling
    /// Making, reusing and closing connections.
    case connections

    /// The heading of the group.
    public var title: String {
        switch self {
        case .methods: "Methods"
        case .framing: "Framing of responses"
        case .responses: "Status line and fields of responses"
        case .requests: "Target and fields of requests"
        case .uploads: "Content of requests"
        case .sequences: "Content from sequences"
        case .streaming: "Streaming"
        case .redirects: "Redirects"
        case .locations: "Locations"
        case .credentials: "Challenges"
        case .cookies: "Cookies"
        case .compression: "Compression"
        case .statuses: "Interim responses, and responses without content"
        case .breaks: "Connections that break"
        case .lengths: "Wrong lengths"
        case .garbage: "What is no HTTP"
        case .sizes: "Sizes"
        case .timeouts: "Time-outs"
        case .cancelling: "Cancelling"
        case .connections: "Connections"
        }
    }
}
