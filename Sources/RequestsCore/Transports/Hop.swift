/// One message of a call, with the functions that it passes before it is sent; each redirect begins a new hop.
final class Hop: Sendable {
    private let message: OutgoingRequest
    private let adapters: [HopAdapter]
    private let exchange: @Sendable (OutgoingRequest) async throws -> TransportResponse
    /// The sent URL of the call's first message; `nil` on the first hop.
    private let firstURL: String?
    private let sentURL = Guarded<String?>(nil)

    /// Makes the first hop of a call, or the hop after a redirect.
    ///
    /// - Parameters:
    ///   - message: The message for the first function.
    ///   - last: The previous hop, which ended with the redirect; `nil` for the first hop.
    ///   - adapters: The functions to run, the outermost first.
    ///   - exchange: Sends the message from the last function.
    init(
        _ message: OutgoingRequest, after last: Hop?, through adapters: [HopAdapter],
        by exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) {
        self.message = message
        self.adapters = adapters
        self.exchange = exchange
        firstURL = last.map { $0.firstURL ?? $0.url }
    }

    /// The URL that the message was sent to; the message's URL if a function responded instead of sending it.
    var url: String { sentURL.withLock { $0 } ?? message.urlText }

    /// Passes the message through the functions, and sends the result.
    func response() async throws -> TransportResponse {
        try await response(to: message, from: adapters.startIndex)
    }

    private func response(to request: OutgoingRequest, from index: Int) async throws -> TransportResponse {
        guard index < adapters.endIndex else { return try await send(request) }
        return try await adapters[index].adapt(request) { request in
            try await self.response(to: request, from: index + 1)
        }
    }

    /// Checks and sends a message that the functions may have changed.
    private func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        // After a redirect to another origin, the required credentials may be missing, because they must not be sent there.
        if firstURL == nil || message.hasCredentials { try request.checkCredentials() }
        try request.checkAsSent()
        request.protectHeader()
        sentURL.withLock { [url = request.urlText] in $0 = url }
        do {
            let response = try await exchange(request)
            guard request.differs(from: message) else { return response }
            let head = response.head.asResponse(to: request, firstSentTo: firstURL)
            return TransportResponse(head: head, body: response.body)
        } catch {
            throw request.differs(from: message) ? request.hidingSecrets(in: error) : error
        }
    }
}
