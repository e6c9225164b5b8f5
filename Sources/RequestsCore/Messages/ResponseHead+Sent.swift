extension ResponseHead {
    /// Returns the head with the message that it responds to, unless an inner decorator has already added a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - firstURL: After a redirect, the URL of the call's first message.
    /// - Returns: The head.
    func asResponse(to message: OutgoingRequest, firstSentTo firstURL: String? = nil) -> ResponseHead {
        var head = self
        head.markSensitive(named: message.options.sensitiveNames)
        guard notes.sent == nil else { return head }
        head.notes.sent = SentRequest(message, url: firstURL ?? message.urlText)
        return head
    }

    /// Returns the head in a form that hides the secrets of the message and of its API.
    package func hidingSecrets(of message: OutgoingRequest) -> ResponseHead {
        // The name of a query item, or of a member of the body, may be enough to make its value a secret.
        let mayHaveSecrets =
            message.hasCredentials || !message.options.sensitiveNames.isEmpty || !message.body.isNone
            || message.urlText.utf8.contains(UInt8(ascii: "?"))
        return mayHaveSecrets ? asResponse(to: message) : self
    }
}

/// A request as sent, without a large body, for the head of its response.
private final class SentRequest: SentMessage {
    private let message: OutgoingRequest
    let url: String

    init(_ message: OutgoingRequest, url: String) {
        self.url = url
        var message = message
        // A head may live much longer than the call, and a body may be large.
        if !Self.isSmall(message.body) { message.body = .none }
        self.message = message
    }

    /// Returns whether a body is small enough to be kept, because it may contain a password to hide.
    private static func isSmall(_ body: RequestBody) -> Bool {
        if case .data(let data) = body { data.count <= 1_024 } else { false }
    }

    var secretTexts: [String] { message.secretTexts }
    var hasCredentials: Bool { message.hasCredentials }
}
