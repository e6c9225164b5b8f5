extension Loopback {
    /// What the network does to a request, in the order in which it was said.
    enum Condition: Sendable {
        case delay(Duration, any Clock<Duration>)
        case fault(@Sendable (IncomingRequest) async -> LoopbackFault?)
    }

    /// Has every request take longer to arrive.
    ///
    /// ```swift
    /// Loopback(routes).delaying(by: .milliseconds(200))
    /// ```
    ///
    /// The time-outs of requests run by the system's clock, whatever the clock here; for a time-out that a test need not wait for, see
    /// ``LoopbackFault/beforeServing(_:)``.
    ///
    /// - Parameters:
    ///   - duration: How long, each time: a redirect takes it once more.
    ///   - clock: What it is measured by; in tests one that does not wait.
    /// - Returns: A transport with this delay; this one is unchanged.
    public consuming func delaying(
        by duration: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Loopback {
        conditions.append(.delay(duration, clock))
        return self
    }

    /// Has requests fail.
    ///
    /// ```swift
    /// Loopback(routes).failing { request in request.method == .post ? .afterServing(.connectionLost) : nil }
    /// ```
    ///
    /// Of several faults of one request the first counts.
    ///
    /// - Parameter fault: The fault of a request, whose body is not to be read; `nil` for none.
    /// - Returns: A transport with these faults; this one is unchanged.
    public consuming func failing(_ fault: @escaping @Sendable (IncomingRequest) async -> LoopbackFault?) -> Loopback {
        conditions.append(.fault(fault))
        return self
    }

    /// Has the first requests fail, such as to see them sent again.
    ///
    /// ```swift
    /// Loopback(routes).failing(.beforeServing(.connectionFailed), times: 2)
    /// ```
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - count: How many requests have it, counted over all copies of the transport.
    /// - Returns: A transport with this fault; this one is unchanged.
    public consuming func failing(_ fault: LoopbackFault, times count: Int) -> Loopback {
        let countdown = Countdown(count)
        return failing { _ in countdown.takeOne() ? fault : nil }
    }

    /// Responds to a request under these conditions.
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

/// How often something is still to happen.
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
