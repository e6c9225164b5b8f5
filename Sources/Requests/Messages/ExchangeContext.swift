/// The state of a call, which its message carries beside the options of the caller.
///
/// It comes into being with the message. All attempts and redirects of a call share it, since whoever makes a message of another
/// copies it. Nothing of it goes over the wire.
package struct ExchangeContext: Sendable {
    /// The ways in which whoever sends a message reads its response.
    package enum Reading: Sendable {
        /// The body is read while it comes.
        case chunks
        /// The whole response is read before anything else is done.
        case whole
        /// The body is read as a stream of elements.
        case elements
    }

    /// The type of the API, or of a request that is a type of its own; `nil` for a message made by hand.
    var api: Any.Type?

    /// The path of the endpoint, as it is declared.
    var endpointPath: String?

    /// The way in which the response is read.
    package var reading = Reading.chunks

    /// The time by which the whole call has to be over; `nil` until the call begins, and for a call without limit.
    package var deadline: ContinuousClock.Instant?

    /// The observer of the call.
    var observer: (any CallObserver)?

    /// The percent-encoded texts in the URL that no description shows.
    var urlSecrets: [String] = []

    /// The texts of the credentials that no description shows, beside those in the message itself.
    var credentialSecrets: [String] = []

    /// The origins of credentials that the message did not get, as it goes elsewhere.
    var otherOrigins: [String] = []

    /// Indicates whether the message passed ``OutgoingRequest/validate()``, and has not changed since.
    var isChecked = false
}

extension ExchangeContext {
    /// Returns whether the call is not over after a wait.
    func hasTime(for wait: Duration) -> Bool { deadline.map { ContinuousClock.now + wait < $0 } ?? true }
}

extension OutgoingRequest {
    /// Checks the message, unless it was checked and has not changed since.
    ///
    /// - Throws: As ``validate()``.
    mutating func check() throws(TransportError) {
        if context.isChecked { return }
        try validate()
        context.isChecked = true
    }

    /// Changes the message in a way that no check would find fault with, so that a checked message stays one.
    mutating func changeLegally(_ change: (inout OutgoingRequest) -> Void) {
        let isChecked = context.isChecked
        change(&self)
        context.isChecked = isChecked
    }
}
