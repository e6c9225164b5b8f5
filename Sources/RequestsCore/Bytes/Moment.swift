/// An instant of the continuous clock, in a type whose layout the compiler knows.
///
/// The compiler doesn't know the layout of `ContinuousClock.Instant`, nor the layout of a structure that contains an
/// instant. Copying such a structure uses tables of the runtime, and each asynchronous function allocates memory for
/// the structure.
package struct Moment: Comparable, Sendable {
    /// The time since the first use of this type.
    private let time: Duration

    private static let first = ContinuousClock.now

    /// The current time.
    package static var now: Moment { Moment(time: first.duration(to: .now)) }

    package static func + (moment: Moment, duration: Duration) -> Moment { Moment(time: moment.time + duration) }

    package static func - (end: Moment, start: Moment) -> Duration { end.time - start.time }

    package static func < (one: Moment, other: Moment) -> Bool { one.time < other.time }
}
