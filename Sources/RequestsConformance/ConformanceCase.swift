package import Foundation
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
/// A case starts its server on a local port chosen by the system, and stops the server at the end. The time for a case
/// is limited, so a transport that hangs fails.
public struct ConformanceCase: Sendable, Identifiable {
    /// The group and the name of the case, such as `redirects/307 keeps the method and the body`.
    ///
    /// The ID is stable, so that tables can refer to it.
    public let id: String

    /// The topic of the case.
    public let group: ConformanceGroup

    /// The requirement, such as `307 keeps the method and the body`.
    public let name: String

    /// The versions of HTTP to which the case applies.
    var versions = Versions.all

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
    ///
    /// The server speaks HTTP/1.1. A case that applies only to HTTP/2 ends immediately. To run such a case, use a
    /// ``ConformanceRun``.
    public func run(on transport: any Transport) async throws {
        guard reasonNotToRun(overHTTP2: false) == nil else { return }
        try await run(on: transport, http2: nil, after: .shared)
    }

    func run(
        on transport: any Transport, for limit: Duration = .seconds(40), http2 front: RawServer.Front?,
        after turnstile: ConcurrencyLimit
    ) async throws(ConformanceFailure) {
        await turnstile.enter()
        do throws(ConformanceFailure) {
            try await run(on: transport, for: limit, http2: front)
        } catch {
            await turnstile.leave()
            throw error
        }
        await turnstile.leave()
    }

    /// Runs the case on a transport within a time limit.
    package func run(
        on transport: any Transport, for limit: Duration,
        http2 front: (@Sendable (_ port: Int) throws -> (url: URL, stop: @Sendable () -> Void))? = nil
    ) async throws(ConformanceFailure) {
        let stage = Stage(transport: transport, http2: front)
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
                stage.failure(expected: "the case to end within \(limit)", actual: "a timeout")
            }
        } onCancel: {
            race.end(.failure(stage.failure(expected: "the case to end", actual: "a cancellation")))
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

extension ConformanceCase {
    /// The versions of HTTP to which a case applies, with the reason if it applies only to HTTP/1.1.
    enum Versions: Sendable {
        case all
        case http1(String)
        case http2
    }

    /// Returns the reason why the case doesn't apply to a version of HTTP.
    func reasonNotToRun(overHTTP2 isHTTP2: Bool) -> String? {
        switch versions {
        case .all: nil
        case .http1(let reason): isHTTP2 ? reason : nil
        case .http2: isHTTP2 ? nil : "HTTP/1.1 has no frames"
        }
    }

    /// Returns the case for HTTP/1.1 only.
    func overHTTP1(because reason: String) -> ConformanceCase {
        var copy = self
        copy.versions = .http1(reason)
        return copy
    }
}

extension [ConformanceCase] {
    /// Returns the cases, with some of them limited to HTTP/1.1: those whose names contain one of the strings, or all
    /// cases without strings.
    func overHTTP1(_ names: String..., because reason: String) -> [ConformanceCase] {
        map { conformanceCase in
            let isMeant = names.isEmpty || names.contains { conformanceCase.name.contains($0) }
            return isMeant ? conformanceCase.overHTTP1(because: reason) : conformanceCase
        }
    }
}
