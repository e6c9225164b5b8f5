public import Foundation
public import Requests

/// A run of the suite on one transport, in which each case runs only once.
///
/// ```swift
/// static let run = ConformanceRun(of: MyTransport(), named: "MyTransport", limits: [
///     "responses/a value in Latin-1": KnownLimit("the parser takes UTF-8 alone"),
/// ])
///
/// @Test(arguments: TransportConformance.cases)
/// func `behaves as every transport does`(_ conformanceCase: ConformanceCase) async throws {
///     try await Self.run.check(conformanceCase)
/// }
/// ```
public actor ConformanceRun {
    /// The outcome of a case on the transport.
    public enum Outcome: Sendable {
        /// The case passed.
        case passed
        /// The case failed, passed or was not run, as its known limit allows.
        case limited(KnownLimit)
        /// The case failed unexpectedly.
        case failed(ConformanceFailure)
    }

    /// The name of the transport, which is the heading of its column in the matrix.
    public nonisolated let name: String

    private let transport: any Transport
    private let limits: KnownLimits
    private let front: RawServer.Front?
    private let turnstile: ConcurrencyLimit
    private var tasks: [ConformanceCase.ID: Task<Outcome, Never>] = [:]
    /// The failures of cases with a known limit.
    package private(set) var limitedFailures: [ConformanceCase.ID: ConformanceFailure] = [:]

    /// Makes a run, which begins when an outcome is first requested.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - name: The name of the transport.
    ///   - limits: The known limits of the transport.
    ///   - width: The maximum number of cases that run simultaneously.
    ///   - front: For a run over HTTP/2, a function that makes the servers of the cases available. A server listens on
    ///     a port of 127.0.0.1 without TLS, and expects the preface of HTTP/2. The function returns the URL at which
    ///     the transport reaches the server, and a second function that runs when the case has ended. A transport that
    ///     speaks HTTP/2 without TLS can use the port directly. For any other transport, accept TLS connections with
    ///     the ALPN protocol `h2`, and relay their bytes.
    public init(
        of transport: any Transport, named name: String, limits: KnownLimits = [:], width: Int = 4,
        http2 front: (@Sendable (_ port: Int) throws -> (url: URL, stop: @Sendable () -> Void))? = nil
    ) {
        self.front = front
        self.transport = transport
        self.name = name
        self.limits = limits
        turnstile = ConcurrencyLimit(width: width)
    }

    /// Runs a case, or returns its earlier outcome.
    public func outcome(of conformanceCase: ConformanceCase) async -> Outcome {
        if let task = tasks[conformanceCase.id] { return await task.value }
        let task = Task { await attempt(conformanceCase) }
        tasks[conformanceCase.id] = task
        return await task.value
    }

    /// Runs a case, and throws if it fails without a known limit.
    ///
    /// - Throws: A ``ConformanceFailure`` if the case fails, or if it passes despite a limit of the kind
    ///   ``KnownLimit/Kind/fails``.
    public func check(_ conformanceCase: ConformanceCase) async throws {
        if case .failed(let failure) = await outcome(of: conformanceCase) { throw failure }
    }

    /// Runs every case that has not run yet, and returns the report.
    public nonisolated func report() async -> ConformanceReport {
        let outcomes = await withTaskGroup { group in
            for conformanceCase in TransportConformance.cases {
                group.addTask { (conformanceCase.id, await self.outcome(of: conformanceCase)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return ConformanceReport(name: name, outcomes: outcomes)
    }

    private func attempt(_ conformanceCase: ConformanceCase) async -> Outcome {
        if let reason = conformanceCase.reasonNotToRun(overHTTP2: front != nil) {
            return .limited(KnownLimit(reason, kind: .doesNotApply))
        }
        let limit = limits[conformanceCase.id]
        if let limit, limit.kind == .endsProcess || limit.kind == .doesNotApply { return .limited(limit) }
        do {
            // A case with a limit may hang.
            let time = Duration.seconds(limit == nil ? 40 : 8)
            try await conformanceCase.run(on: transport, for: time, http2: front, after: turnstile)
        } catch {
            guard let limit else { return .failed(error) }
            limitedFailures[conformanceCase.id] = error
            return .limited(limit)
        }
        guard let limit else { return .passed }
        guard limit.kind == .fails else { return .limited(limit) }
        return .failed(
            ConformanceFailure(
                expected: "a failure because of the known limit: \(limit.reason)",
                actual: "a success, so the known limit can be removed", received: []
            )
        )
    }
}
