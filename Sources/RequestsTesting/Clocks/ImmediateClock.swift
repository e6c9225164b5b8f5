import Requests

/// A clock on which time passes only while somebody sleeps, and then at once: for tests of what waits.
///
/// ```swift
/// let clock = ImmediateClock()
/// let transport = stub.retrying(clock: clock)
/// …
/// #expect(clock.sleeps == [.seconds(30)])      // of Retry-After: 30
/// ```
public final class ImmediateClock: Clock {
    /// How far the clock has come, from nothing.
    public struct Instant: InstantProtocol {
        /// The time since the beginning of the clock.
        public var offset: Duration

        /// The instant so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How much later another instant is.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether an instant is earlier.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let state = Guarded((now: Instant(offset: .zero), sleeps: [Duration]()))

    /// Makes a clock that nobody has slept by.
    public init() {}

    /// What time it is.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest difference that is told apart.
    public var minimumResolution: Duration { .zero }

    /// How long each sleep was, in their order.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Lets time pass without a sleep.
    public func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// Puts the clock forward to a deadline.
    ///
    /// - Throws: A `CancellationError` where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
