/// An exchange or another wait that a timeout can end.
protocol TimeLimited: AnyObject, Sendable {
    /// The time at which it ends if nothing happens until then, and the idle timeout, or zero if another limit ends it.
    var timeLimit: (deadline: Moment, distance: Duration)? { get }

    /// Indicates whether it has ended.
    var hasEnded: Bool { get }

    /// Ends it because its time is over.
    func timeOut()
}

extension Exchange: TimeLimited {}
