/// Observes a call: a transport that sends its message several times reports the events in between.
protocol CallObserver: AnyObject, Sendable {
    /// Reports that an attempt failed, and that another one follows after a wait.
    func attemptFailed(_ attempt: Int, _ head: ResponseHead?, _ failure: TransportError?, next: Duration)

    /// Reports that the wait before an attempt is over, and that the message is sent.
    func attemptBegins(_ attempt: Int)

    /// Reports that the call waits for its turn because of a limit, and for how long if that is known.
    func waits(_ duration: Duration?)

    /// Reports that the credentials of the call were refreshed.
    func credentialsRefreshed()
}
