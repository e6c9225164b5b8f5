import Foundation
import Requests

/// A message in flight, for which identical messages wait.
final class Flight: Sendable {
    /// The result for waiting messages.
    enum Outcome: Sendable {
        /// The sender was cancelled, so the store must be read again.
        case again
        /// The response is only for the sender, so each waiting message must be sent separately.
        case alone
        /// The body is in memory.
        case whole(ResponseHead, Data)
        /// The body is in the store.
        case stored(StoredEntry, ResponseHead)
    }

    /// Indicates whether other messages may wait for the response.
    let isShareable: Bool
    private let request: OutgoingRequest
    private let state = Guarded(State())

    private struct State: Sendable {
        var outcome: Outcome?
        var isOutdated = false
        var waiting: [ObjectIdentifier: Wait] = [:]
    }

    init(_ request: OutgoingRequest, isShareable: Bool) {
        self.request = request
        self.isShareable = isShareable
    }

    /// Indicates whether the resource has changed since the message was sent.
    var isOutdated: Bool { state.withLock(\.isOutdated) }

    /// Notes that the resource has changed.
    func outdate() { state.withLock { $0.isOutdated = true } }

    /// Returns whether another message can use this response and has the same timeouts.
    func serves(_ other: Flight) -> Bool {
        let (policy, others) = (request.options.policy, other.request.options.policy)
        return isShareable && other.isShareable && !isOutdated && request.header == other.request.header
            && policy.compression == others.compression && policy.totalTimeout == others.totalTimeout
            && request.timeoutInterval == other.request.timeoutInterval
    }

    /// Passes the result to waiting messages; only the first result counts.
    func end(_ outcome: Outcome) {
        let waiting: [Wait] = state.withLock { state in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for wait in waiting { wait.end() }
    }

    /// Waits for the result until a message times out.
    ///
    /// - Throws: `CancellationError`, or ``/Requests/RequestErrorCode/timedOut``.
    func outcome(for request: OutgoingRequest) async throws -> Outcome {
        let wait = Wait(of: request)
        state.withLock { state in
            if state.outcome == nil { state.waiting[ObjectIdentifier(wait)] = wait } else { wait.end() }
        }
        defer { state.withLock { $0.waiting[ObjectIdentifier(wait)] = nil } }
        try await wait.ended()
        return state.withLock { $0.outcome } ?? .again
    }
}

/// The messages of a cache in flight.
final class Flights: Sendable {
    private struct State: Sendable {
        var flights: [CacheKey: [Flight]] = [:]
        var endCount = 0
    }

    private let state = Guarded(State())

    /// The number of removed messages.
    ///
    /// While this number is unchanged, no response has been stored.
    var endCount: Int { state.withLock(\.endCount) }

    /// Returns an identical message that is already in flight; if there is none, adds the message.
    func join(_ flight: Flight, for key: CacheKey) -> Flight? {
        state.withLock { state in
            if let leader = state.flights[key]?.first(where: { $0.serves(flight) }) { return leader }
            state.flights[key, default: []].append(flight)
            return nil
        }
    }

    /// Adds a message for which no other message waits.
    func add(_ flight: Flight, for key: CacheKey) {
        state.withLock { $0.flights[key, default: []].append(flight) }
    }

    /// Removes a message whose response was read, or is not stored.
    func remove(_ flight: Flight, for key: CacheKey) {
        state.withLock { state in
            state.endCount += 1
            guard let index = state.flights.index(forKey: key) else { return }
            state.flights.values[index].removeAll { $0 === flight }
            if state.flights.values[index].isEmpty { state.flights.remove(at: index) }
        }
    }

    /// Notes that a resource has changed, so that responses to earlier messages are not stored.
    func outdate(_ key: CacheKey) {
        state.withLock { state in
            for flight in state.flights[key] ?? [] { flight.outdate() }
        }
    }
}
