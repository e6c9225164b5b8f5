/// An exchange or another wait that a timeout can end.
protocol TimeLimited: AnyObject, Sendable {
    /// The time at which the wait ends if nothing happens until then, and the idle timeout (zero if a different limit
    /// ends the wait).
    var timeLimit: (deadline: Moment, distance: Duration)? { get }

    /// Indicates whether the wait has ended.
    var hasEnded: Bool { get }

    /// Ends the wait, because its time is over.
    func timeOut()
}

extension Exchange: TimeLimited {}
