/// An exchange, or another wait, that ends at a time if nothing ends it before.
protocol TimeLimited: AnyObject, Sendable {
    /// The time at which it ends if nothing happens until then, and how long before that it may be looked at again.
    var timeLimit: (deadline: Moment, distance: Duration)? { get }

    /// Indicates whether it has ended.
    var hasEnded: Bool { get }

    /// Ends it, because its time is over.
    func timeOut()
}

extension Exchange: TimeLimited {}
