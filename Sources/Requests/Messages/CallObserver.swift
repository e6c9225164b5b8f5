/// Observes a call: those who send its message again tell it what happens in between.
protocol CallObserver: AnyObject, Sendable {
    /// An attempt failed, and another follows after a wait.
    func attemptFailed(_ attempt: Int, _ head: ResponseHead?, _ failure: TransportError?, next: Duration)

    /// The wait before an attempt is over, and the message is sent.
    func attemptBegins(_ attempt: Int)

    /// The credentials of the call were refreshed.
    func credentialsRefreshed()
}
