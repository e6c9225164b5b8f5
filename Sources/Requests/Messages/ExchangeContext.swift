/// The state of a call, which its message carries beside the options of the caller.
///
/// It is created with the message. All attempts and redirects of a call share it, because a message that is made from another is
/// a copy. It is never sent.
package struct ExchangeContext: Sendable {
    /// The ways in which a sender reads the response of its message.
    package enum Reading: Sendable {
        /// The body is read as it arrives.
        case chunks
        /// The whole response is read before anything else is done.
        case whole
        /// The body is read as a stream of elements.
        case elements
    }

    /// The type of the API, or of a type per request; `nil` for a message made by hand.
    var api: Any.Type?

    /// The path of the endpoint as declared.
    package var endpointPath: String?

    /// The way in which the response is read.
    package var reading = Reading.chunks

    /// The time by which the whole call has to end; `nil` before the call begins, and for a call without a limit.
    package var deadline: Moment?

    /// The statuses after which a decorator retries the message; `nil` if none does.
    ///
    /// If one does, inner decorators don't.
    var retriedStatuses: Set<HTTPStatus>?

    /// Indicates whether a decorator may send the message again after a 401.
    var isResentAfterUnauthorized = false

    /// The observer of the call.
    var observer: (any CallObserver)?

    /// The values that decorators pass to the transport, and that aren't options of the caller.
    var values = RequestOptions()

    /// The percent-encoded texts in the URL that descriptions hide.
    var urlSecrets: [String] = []

    /// The texts of the credentials that descriptions hide, besides those in the message itself.
    var credentialSecrets: [String] = []

    /// The origins of credentials that the message did not get, because it goes to another origin.
    var otherOrigins: [String] = []

    /// The part of the message that passed ``OutgoingRequest/validate()`` and has not changed since.
    var checked = CheckedPart.nothing

    /// The parts of a message that are checked separately.
    enum CheckedPart: Sendable {
        case nothing, url, message
    }

    #if DEBUG
    /// The decorators that the message has passed.
    package var order = DecoratorOrder()
    #endif
}

extension ExchangeContext {
    /// Returns whether the whole response is read before anything else is done.
    func readsWhole(_ head: ResponseHead) -> Bool { reading == .whole && !mayBeResent(after: head) }

    /// Returns whether a decorator may send the message again after a response, so that it may need only the head.
    func mayBeResent(after head: ResponseHead) -> Bool {
        isResentAfterUnauthorized && head.status == .unauthorized || retriedStatuses?.contains(head.status) == true
    }

    /// Notes that the message was changed, but not its URL.
    mutating func uncheckAllButURL() {
        if checked == .message { checked = .url }
    }

    /// Returns whether the call can still go on after a wait.
    func hasTime(for wait: Duration) -> Bool { deadline.map { Moment.now + wait < $0 } ?? true }
}

extension OutgoingRequest {
    /// Checks the message, unless it was checked and has not changed since.
    ///
    /// - Throws: As ``validate()``.
    mutating func check() throws(TransportError) {
        if context.checked == .message { return }
        try validate()
        context.checked = .message
    }

    /// Changes the message in a way that keeps it valid, so that a checked message needs no new check.
    package mutating func changeLegally(_ change: (inout OutgoingRequest) -> Void) {
        let checked = context.checked
        change(&self)
        context.checked = checked
    }
}
