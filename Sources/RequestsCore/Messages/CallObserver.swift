/// Observes a call: transports report the events between several attempts to send its message.
package protocol CallObserver: AnyObject, Sendable {
    /// Reports that an attempt failed, and that another one follows after a wait.
    func attemptFailed(_ attempt: Int, _ head: ResponseHead?, _ failure: TransportError?, next: Duration)

    /// Reports that the wait before an attempt has ended, and that the message is being sent.
    func attemptBegins(_ attempt: Int)

    /// Reports that a limit makes the call wait, and for how long if that is known.
    func waits(_ duration: Duration?)

    /// Reports that the credentials of the call were refreshed.
    func credentialsRefreshed()
}
