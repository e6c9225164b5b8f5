import Requests

extension Loopback {
    /// A disturbance by the network; disturbances apply in the order in which they were added.
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
    /// Timeouts always use the system's clock. To test a timeout without waiting, use
    /// ``LoopbackFault/beforeServing(_:)``.
    ///
    /// - Parameters:
    ///   - duration: The delay of each request. Each redirect adds the delay again.
    ///   - clock: The clock that measures the delay. Tests can use a clock that does not wait.
    /// - Returns: A copy of the transport with this delay.
    public consuming func delaying(
        by duration: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Loopback {
        conditions.append(.delay(duration, clock))
        return self
    }

    /// Makes selected requests fail.
    ///
    /// ```swift
    /// Loopback(routes).failing { request in request.method == .post ? .afterServing(.connectionLost) : nil }
    /// ```
    ///
    /// If several faults apply to a request, the first fault counts.
    ///
    /// - Parameter fault: A function that returns the fault for a request, or `nil`. The function must not read the
    ///   body of the request.
    /// - Returns: A copy of the transport with these faults.
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
    ///   - count: The number of requests that fail, counted over all copies of the transport.
    /// - Returns: A copy of the transport with this fault.
    public consuming func failing(_ fault: LoopbackFault, times count: Int) -> Loopback {
        let countdown = Countdown(count)
        return failing { _ in countdown.takeOne() ? fault : nil }
    }

    /// Responds to a request, with the disturbances applied.
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

/// Counts down to zero.
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
