import Requests

/// A clock for tests of code that waits: a sleep ends immediately, and advances the clock by the duration of the sleep.
///
/// ```swift
/// let clock = ImmediateClock()
/// let transport = stub.retrying(clock: clock)
/// …
/// #expect(clock.sleeps.first ?? .zero >= .seconds(30))  // of Retry-After: 30
/// ```
public final class ImmediateClock: Clock {
    /// A time on the clock, which starts at zero.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public var offset: Duration

        /// Returns this instant plus a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration from this instant to another instant.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether an instant is earlier than another instant.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let state = Guarded((now: Instant(offset: .zero), sleeps: [Duration]()))

    /// Makes a clock without any sleeps.
    public init() {}

    /// The current time.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest difference between two instants.
    public var minimumResolution: Duration { .zero }

    /// The duration of each sleep, in order.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Advances the clock without a sleep.
    public func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// Returns immediately, and advances the clock to a deadline.
    ///
    /// - Throws: A `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
