import Requests

extension Loopback {
    /// A disturbance of a request by the network; disturbances apply in the order in which they were added.
    enum Condition: Sendable {
        case delay(Duration, any Clock<Duration>)
        case fault(@Sendable (IncomingRequest) async -> LoopbackFault?)
    }

    /// Delays the arrival of every request.
    ///
    /// ```swift
    /// Loopback(routes).delaying(by: .milliseconds(200))
    /// ```
    ///
    /// The timeouts of requests use the system's clock, whatever the clock here. For a timeout that a test need not wait for,
    /// see ``LoopbackFault/beforeServing(_:)``.
    ///
    /// - Parameters:
    ///   - duration: The delay of each request. A redirect is delayed once more.
    ///   - clock: The clock that measures the delay; in tests, one that does not wait.
    /// - Returns: A transport with this delay; this one is unchanged.
    public consuming func delaying(
        by duration: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Loopback {
        conditions.append(.delay(duration, clock))
        return self
    }

    /// Makes requests fail.
    ///
    /// ```swift
    /// Loopback(routes).failing { request in request.method == .post ? .afterServing(.connectionLost) : nil }
    /// ```
    ///
    /// If a request has several faults, the first one counts.
    ///
    /// - Parameter fault: Returns the fault of a request; `nil` for none. It must not read the body of the request.
    /// - Returns: A transport with these faults; this one is unchanged.
    public consuming func failing(_ fault: @escaping @Sendable (IncomingRequest) async -> LoopbackFault?) -> Loopback {
        conditions.append(.fault(fault))
        return self
    }

    /// Makes the first requests fail, for example to test retries.
    ///
    /// ```swift
    /// Loopback(routes).failing(.beforeServing(.connectionFailed), times: 2)
    /// ```
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - count: The number of requests that have it, counted over all copies of the transport.
    /// - Returns: A transport with this fault; this one is unchanged.
    public consuming func failing(_ fault: LoopbackFault, times count: Int) -> Loopback {
        let countdown = Countdown(count)
        return failing { _ in countdown.takeOne() ? fault : nil }
    }

    /// Responds to a request under these conditions.
    @inline(__always)  // For the row `loopback` of the instructions.
    func respond(to request: IncomingRequest) async throws -> TransportResponse {
        var fault: LoopbackFault?
        for condition in conditions where fault == nil {
            switch condition {
            case .delay(let duration, let clock): try await clock.sleep(for: duration)
            case .fault(let choose): fault = await choose(request)
            }
            if let fault, fault.moment == .beforeServing { throw fault.error }
        }
        let response = try await respond(request)
        return try fault?.applied(to: response) ?? response
    }
}

/// Counts how many times something still has to happen.
private final class Countdown: Sendable {
    private let left: Guarded<Int>

    init(_ count: Int) {
        left = Guarded(count)
    }

    func takeOne() -> Bool {
        left.withLock { left in
            defer { left = max(left - 1, 0) }
            return left > 0
        }
    }
}
