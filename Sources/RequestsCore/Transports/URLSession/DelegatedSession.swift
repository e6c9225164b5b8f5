import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A Foundation session that passes its events to exchanges; invalidated with its last reference.
final class DelegatedSession: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate
    /// The checks of server certificates; `nil` for Foundation's.
    private let trust: SessionTrust?
    /// The configuration with which to make sessions for single messages.
    private let configuration: URLSessionConfiguration
    /// The names of the fields that the configuration adds to every request.
    private let fieldNames: Set<HeaderField.Name>
    /// The sessions for messages that need a new connection, until these messages end.
    private let singles = Guarded<[ObjectIdentifier: DelegatedSession]>([:])
    /// The sessions for pinned hosts, by their pins.
    private let pinned = Guarded<[Set<PublicKeyPin>: DelegatedSession]>([:])

    convenience init(_ configuration: URLSessionConfiguration, _ trust: SessionTrust? = nil) {
        self.init(Self.repaired(configuration), SessionDelegate(), trust)
    }

    private init(_ configuration: URLSessionConfiguration, _ delegate: SessionDelegate, _ trust: SessionTrust?) {
        self.configuration = configuration
        self.delegate = delegate
        self.trust = trust
        fieldNames = configuration.fieldNames
        session = URLSession(
            configuration: configuration, delegate: URLSessionSystem.delegate(delegate, checking: trust),
            delegateQueue: URLSessionSystem.delegateQueue)
    }

    deinit {
        // Releases the delegate once the last task has ended.
        session.finishTasksAndInvalidate()
    }

    /// Removes everything from a configuration that would bypass the policy.
    ///
    /// This includes cookies, credentials, and on Linux an empty cache.
    private static func repaired(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        guard let copy = configuration.copy() as? URLSessionConfiguration else { return configuration }
        copy.httpCookieStorage = nil
        copy.httpShouldSetCookies = false
        copy.httpCookieAcceptPolicy = .never
        copy.urlCredentialStorage = nil
        URLSessionSystem.repair(copy)
        return copy
    }

    /// The number of active exchanges.
    var activeCount: Int {
        let others = pinned.withLock { Array($0.values) }
        return others.reduce(delegate.activeCount + singles.withLock { $0.count }) { $0 + $1.activeCount }
    }

    /// Ends the active exchanges.
    func cancel() {
        delegate.cancel()
        for single in singles.withLock({ Array($0.values) }) { single.cancel() }
        for other in pinned.withLock({ Array($0.values) }) { other.cancel() }
    }

    /// Makes a task that passes its events to an exchange.
    func task(for exchange: Exchange) throws -> URLSessionTask {
        let session = session(pinning: try trust?.pins(of: exchange.request) ?? [])
        if URLSessionSystem.needsNewConnection(exchange.request) { return try session.singleTask(for: exchange) }
        return try session.ownTask(for: exchange)
    }

    /// Returns the session for hosts with the same pins.
    ///
    /// Over HTTP/2, Foundation uses a connection also for other hosts that the server's certificate covers, and asks
    /// the delegate only about the first host. So hosts share connections only if they have the same pins.
    func session(pinning pins: Set<PublicKeyPin>) -> DelegatedSession {
        guard !pins.isEmpty else { return self }
        return pinned.withLock { sessions in
            if let session = sessions[pins] { return session }
            let session = DelegatedSession(configuration, SessionDelegate(), trust)
            sessions[pins] = session
            return session
        }
    }

    private func ownTask(for exchange: Exchange) throws -> URLSessionTask {
        let task = try URLSessionSystem.task(for: exchange, on: session, with: fieldNames)
        delegate.register(exchange, for: task)
        return task
    }

    private func forgetSingle(_ id: ObjectIdentifier) {
        let single = singles.withLock { $0.removeValue(forKey: id) }
        // Releasing a session calls Foundation.
        withExtendedLifetime(single) {}
    }

    /// Makes a task of a new session, which has no connections yet.
    private func singleTask(for exchange: Exchange) throws -> URLSessionTask {
        let delegate = SessionDelegate()
        let single = DelegatedSession(configuration, delegate, trust)
        let id = ObjectIdentifier(single)
        delegate.whenEnded { [weak self] in
            // Foundation's own queue must not release the session.
            Exchange.foundationCalls.async { [weak self] in self?.forgetSingle(id) }
        }
        let task = try single.ownTask(for: exchange)
        singles.withLock { $0[id] = single }
        return task
    }
}

extension URLSessionConfiguration {
    /// The names of the fields that Foundation adds to every request.
    var fieldNames: Set<HeaderField.Name> {
        Set((httpAdditionalHeaders ?? [:]).keys.compactMap { ($0.base as? String).map { HeaderField.Name($0) } })
    }
}
