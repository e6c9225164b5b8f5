/// The state of a call, which its message contains in addition to the caller's options.
///
/// The state is created with the message. All attempts and redirects of a call share the state, because each message is
/// a copy of the previous message. The state is never sent.
package struct ExchangeContext: Sendable {
    /// A way to read the response to a message.
    package enum Reading: Sendable {
        /// The body is read as it arrives.
        case chunks
        /// The whole body is read before the response is returned.
        case whole
        /// The body is read as a stream of elements.
        case elements
    }

    /// The type of the API, or the type that declares the request; `nil` for a message made by hand.
    package var api: Any.Type?

    /// The endpoint's path as declared.
    package var endpointPath: String?

    /// The way to read the response.
    package var reading = Reading.chunks

    /// The deadline of the whole call; `nil` before the call begins, and for a call without a limit.
    package var deadline: Moment?

    /// The statuses after which a decorator retries the message; `nil` if no decorator retries.
    ///
    /// If an outer decorator has set this value, inner decorators don't retry.
    package var retriedStatuses: Set<HTTPStatus>?

    /// The budget for sending the message again; `nil` if no decorator retries.
    package var retryBudget: (any RepetitionLimit)?

    /// Indicates whether a decorator may send the message again after a 401.
    package var isResentAfterUnauthorized = false

    /// The observer of the call.
    package var observer: (any CallObserver)?

    /// The values that decorators pass to the transport in addition to the caller's options.
    package var values = RequestOptions()

    /// The percent-encoded parts of the URL that descriptions hide.
    package var urlSecrets: [String] = []

    /// The parts of credentials that descriptions hide, in addition to those in the message itself.
    package var credentialSecrets: [String] = []

    /// The origins of credentials that were not added because the message goes to another origin.
    package var otherOrigins: [String] = []

    /// The part of the message that passed ``OutgoingRequest/validate()`` and hasn't changed since.
    var checked = CheckedPart.nothing

    /// The part of a message that was checked.
    enum CheckedPart: Sendable {
        case nothing, url, message
    }

    #if DEBUG
    /// The decorators that the message has passed.
    package var order = DecoratorOrder()
    #endif
}

/// A limit for messages that are sent again.
package protocol RepetitionLimit: AnyObject, Sendable {
    /// Indicates whether a message may be sent again.
    var hasRetries: Bool { get }

    /// Subtracts messages that the transport itself has sent again.
    func charge(_ count: Int)
}

extension ExchangeContext {
    /// Subtracts from the budget the messages that the transport itself has sent again.
    package func chargeRetries(_ count: Int) {
        if count > 0 { retryBudget?.charge(count) }
    }

    /// Returns whether the whole body is read before the response is returned.
    package func readsWhole(_ head: ResponseHead) -> Bool { reading == .whole && !mayBeResent(after: head) }

    /// Returns whether a decorator may send the message again after a response.
    ///
    /// The response's body may then not be needed.
    func mayBeResent(after head: ResponseHead) -> Bool {
        isResentAfterUnauthorized && head.status == .unauthorized || retriedStatuses?.contains(head.status) == true
    }

    /// Records that a part of the message other than its URL was changed.
    mutating func uncheckAllButURL() {
        if checked == .message { checked = .url }
    }

    /// Returns whether a wait would end before the deadline of the call.
    package func hasTime(for wait: Duration) -> Bool { deadline.map { Moment.now + wait < $0 } ?? true }
}

extension OutgoingRequest {
    /// Checks the message, unless it was checked and hasn't changed since.
    ///
    /// - Throws: The errors of ``validate()``.
    package mutating func check() throws(TransportError) {
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
