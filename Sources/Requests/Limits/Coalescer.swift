import Foundation

/// Sends a request once for all identical requests that arrive before its response.
final class Coalescer: Sendable {
    /// A completely read response.
    private struct Whole: Sendable {
        let head: ResponseHead
        let data: Data
    }

    /// A request in flight, for all its callers.
    private struct Flight {
        let work = SharedWork<Whole>(timeLimit: nil, endsWithCallers: true)
        var callerCount = 0

        mutating func join() -> SharedWork<Whole> {
            callerCount += 1
            return work
        }
    }

    private struct State {
        var flights: [SharedRequest: Flight] = [:]
        /// The number of messages that may have changed data on the server.
        var changeCount = 0
    }

    private let transport: @Sendable (OutgoingRequest) async throws -> TransportResponse
    private let state = Guarded(State())

    /// Makes a coalescer.
    ///
    /// - Parameter transport: Sends a message. This function may outlive the call whose message it sends.
    init(sendingBy transport: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse) {
        self.transport = transport
    }

    /// The number of requests in flight.
    var flightCount: Int { state.withLock(\.flights.count) }

    /// The number of callers that wait for the requests in flight.
    var waitingCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.work.waitingCount } } }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        guard request.method.isSafe else {
            // A later call must read what this call has written, not share an earlier response.
            defer { state.withLock { $0.changeCount += 1 } }
            return try await transport(request)
        }
        guard request.context.reading == .whole, request.body.isNone,
            let key = SharedRequest(request, after: state.withLock(\.changeCount))
        else { return try await transport(request) }
        while true {
            do {
                return try await response(to: key, request)
            } catch let error as TransportError where error.code == .timedOut && request.context.hasTime(for: .zero) {
                // The first call reached its deadline, but this call began later and still has time.
                guard error.request?.context.hasTime(for: .zero) == false else { throw error }
            }
        }
    }

    /// Joins a request in flight, or sends it.
    private func response(to key: SharedRequest, _ request: OutgoingRequest) async throws -> TransportResponse {
        let work = state.withLock { $0.flights[key, default: Flight()].join() }
        defer {
            state.withLock { state in
                guard let index = state.flights.index(forKey: key) else { return }
                state.flights.values[index].callerCount -= 1
                if state.flights.values[index].callerCount == 0 { state.flights.remove(at: index) }
            }
        }
        let whole = try await work.value(for: request) { [transport] in
            do {
                let response = try await transport(key.request)
                return Whole(head: response.head, data: try await response.collected(for: key.request))
            } catch {
                throw TransportError(anyError: error).with(request: key.request) as TransportError
            }
        }
        return TransportResponse(head: whole.head, body: MessageBody(whole.data))
    }
}

/// A request that is equal to all requests that can share its response.
private struct SharedRequest: Hashable, Sendable {
    let request: OutgoingRequest
    /// The number of earlier messages that may have changed data.
    let changeCount: Int

    /// Makes a request that can be shared; `nil` if one of its options can't be compared.
    init?(_ request: OutgoingRequest, after changeCount: Int) {
        self.request = request
        self.changeCount = changeCount
        // An option that isn't `Equatable`, or a NaN, differs from itself.
        guard [request.options, request.context.values].allSatisfy({ $0.hasSameValues(as: $0) }) else { return nil }
    }

    static func == (one: SharedRequest, other: SharedRequest) -> Bool {
        one.changeCount == other.changeCount
            && (one.request.isCopy(of: other.request) || one.request.sharesResponse(with: other.request))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(request.urlText) }
}

extension OutgoingRequest {
    /// Returns whether another message can share the response: neither has a body, and both hide the same secrets.
    fileprivate func sharesResponse(with other: OutgoingRequest) -> Bool {
        method == other.method && urlText == other.urlText && header == other.header
            && timeoutInterval == other.timeoutInterval && cachePolicy == other.cachePolicy
            && context.sharesResponse(with: other.context) && options.hasSameValues(as: other.options)
    }
}

extension ExchangeContext {
    fileprivate func sharesResponse(with other: ExchangeContext) -> Bool {
        urlSecrets == other.urlSecrets && credentialSecrets == other.credentialSecrets
            && otherOrigins == other.otherOrigins && values.hasSameValues(as: other.values)
    }
}
