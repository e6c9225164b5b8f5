/// The messages of one call: the first message, and one for each redirect.
///
/// Redirects are followed below the decorators, so that a key from a decorator is removed before a redirect to another
/// origin. If redirects were followed above the decorators, the decorator would add the key again.
///
/// The state of the loop is in a structure because, with local variables, the optimizer would copy the loop for each
/// transport, and release every variable at each suspension.
struct RedirectChain {
    private var message: OutgoingRequest
    private let adapters: [HopAdapter]
    private let exchange: @Sendable (OutgoingRequest) async throws -> TransportResponse
    private var redirects = 0
    private var hop: Hop?

    /// Prepares and checks the first message.
    ///
    /// - Throws: The errors of ``OutgoingRequest/validate()``.
    init(
        _ first: consuming OutgoingRequest,
        by exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) throws(TransportError) {
        self.exchange = exchange
        // Remove the functions from the message: if a function sends the message with a different transport, the
        // functions must not run again there.
        adapters = first.context.hopAdapters
        message = consume first
        if !adapters.isEmpty {
            message.context.hopNote?.isSeen.withLock { $0 = true }
            message.context.values = RequestOptions()
        }
        message.addUserAgent()
        // If functions for hops may still add credentials, the check runs after these functions.
        if adapters.isEmpty { try message.checkCredentials() }
        try message.checkAsSent()
        message.setDeadline()
        message.protectHeader()
        if message.options.policy.compression != .automatic, !message.header.contains(.acceptEncoding) {
            message.header.append(HeaderField(.acceptEncoding, "identity"))
        }
    }

    /// Sends the messages one after the other, until a response isn't a redirect to follow.
    @inline(__always)
    mutating func response() async throws -> TransportResponse {
        while true {
            let response = try await adapters.isEmpty ? exchange(message) : passed()
            guard let next = try message(after: response.head) else { return response }
            // A connection can be reused only after its response was read to the end.
            await response.drain()
            next.options.progressObserver?.willSend(next.body)
            message = next
        }
    }

    private mutating func passed() async throws -> TransportResponse {
        let next = Hop(message, after: hop, through: adapters, by: exchange)
        hop = next
        return try await next.response()
    }

    /// Returns the next message after a redirect; `nil` if the response is for the caller.
    private mutating func message(after head: ResponseHead) throws(TransportError) -> OutgoingRequest? {
        let policy = message.options.policy
        guard policy.redirects != .stop, Redirect.isFound(in: head) else { return nil }
        redirects += 1
        guard redirects <= policy.redirectLimit else { throw .tooManyRedirects(head, limit: policy.redirectLimit) }
        return try Redirect.message(after: head, to: message, sentTo: hop?.url)
    }
}
