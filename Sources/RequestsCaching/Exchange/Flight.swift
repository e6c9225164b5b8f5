import Foundation
import Requests

/// A message on its way, for which identical messages wait.
final class Flight: Sendable {
    /// The result for those who wait.
    enum Outcome: Sendable {
        /// The sender was cancelled: ask the store again.
        case again
        /// The response is only for its sender: send the message again.
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
        var waiting: [Int: Wait<Outcome>] = [:]
        var lastWaiter = 0
    }

    init(_ request: OutgoingRequest, isShareable: Bool) {
        self.request = request
        self.isShareable = isShareable
    }

    /// Indicates whether the resource was changed after the message was sent.
    var isOutdated: Bool { state.withLock(\.isOutdated) }

    /// Notes that the resource was changed.
    func outdate() { state.withLock { $0.isOutdated = true } }

    /// Returns whether the response to this message is also one to another message, which waits as long as this one.
    func serves(_ other: Flight) -> Bool {
        let (policy, others) = (request.options.policy, other.request.options.policy)
        return isShareable && other.isShareable && !isOutdated && request.header == other.request.header
            && policy.compression == others.compression && policy.totalTimeout == others.totalTimeout
            && request.timeoutInterval == other.request.timeoutInterval
    }

    /// Gives the result to those who wait; only the first result counts.
    func end(_ outcome: Outcome) {
        let waiting: [Wait<Outcome>] = state.withLock { state in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for wait in waiting { wait.end(.success(outcome)) }
    }

    /// Waits for the result, as long as a message may take.
    ///
    /// - Throws: `CancellationError`, or ``/Requests/RequestErrorCode/timedOut``.
    func outcome(for request: OutgoingRequest) async throws -> Outcome {
        let wait = Wait<Outcome>(of: request)
        let (known, number) = state.withLock { state -> (Outcome?, Int) in
            state.lastWaiter += 1
            if state.outcome == nil { state.waiting[state.lastWaiter] = wait }
            return (state.outcome, state.lastWaiter)
        }
        if let known { return known }
        defer { state.withLock { $0.waiting[number] = nil } }
        return try await wait.value()
    }
}

/// The messages of a cache that are on their way.
final class Flights: Sendable {
    private struct State: Sendable {
        var flights: [CacheKey: [Flight]] = [:]
        var endCount = 0
    }

    private let state = Guarded(State())

    /// The number of messages that were removed: as long as it stays the same, no response has been stored.
    var endCount: Int { state.withLock(\.endCount) }

    /// Adds a message, unless an identical one is on its way, which is returned.
    func join(_ flight: Flight, for key: CacheKey) -> Flight? {
        state.withLock { state in
            if let leader = state.flights[key]?.first(where: { $0.serves(flight) }) { return leader }
            state.flights[key, default: []].append(flight)
            return nil
        }
    }

    /// Adds a message for which no other one waits.
    func add(_ flight: Flight, for key: CacheKey) {
        state.withLock { $0.flights[key, default: []].append(flight) }
    }

    /// Removes a message whose response was read, or is not kept.
    func remove(_ flight: Flight, for key: CacheKey) {
        state.withLock { state in
            state.endCount += 1
            guard let index = state.flights.index(forKey: key) else { return }
            state.flights.values[index].removeAll { $0 === flight }
            if state.flights.values[index].isEmpty { state.flights.remove(at: index) }
        }
    }

    /// Notes that a resource was changed: responses to messages that were sent before are not stored.
    func outdate(_ key: CacheKey) {
        state.withLock { state in
            for flight in state.flights[key] ?? [] { flight.outdate() }
        }
    }
}
