/// Observes a call: receives reports of its attempts, its waits and its refreshed credentials.
package protocol CallObserver: AnyObject, Sendable {
    /// Reports that an attempt failed, and that the next attempt follows after a wait.
    func attemptFailed(_ attempt: Int, _ head: ResponseHead?, _ failure: TransportError?, next: Duration)

    /// Reports that the wait before an attempt has ended, and that the message is being sent.
    func attemptBegins(_ attempt: Int)

    /// Reports that a limit makes the call wait; the duration is `nil` if it's unknown.
    func waits(_ duration: Duration?)

    /// Reports that the credentials of the call were refreshed.
    func credentialsRefreshed()
}
