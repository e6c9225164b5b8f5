extension ResponseHead {
    /// Returns the head of the response to a message, unless it already has the message of an inner decorator.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - firstURL: For a message after a redirect, the URL of the first message of the call.
    /// - Returns: The head.
    func asResponse(to message: OutgoingRequest, firstSentTo firstURL: String? = nil) -> ResponseHead {
        var head = self
        head.markSensitive(named: message.options.sensitiveNames)
        guard notes.sent == nil else { return head }
        head.notes.sent = SentRequest(message, url: firstURL ?? message.url)
        return head
    }

    /// Returns the head of the response to a message, which hides the secrets of the message and of its API.
    func hidingSecrets(of message: OutgoingRequest) -> ResponseHead {
        message.hasCredentials || !message.options.sensitiveNames.isEmpty ? asResponse(to: message) : self
    }
}

/// A request as it was sent, without its body, for the head of its response.
private final class SentRequest: SentMessage {
    private let message: OutgoingRequest
    let url: String

    init(_ message: OutgoingRequest, url: String) {
        self.url = url
        var message = message
        // A head may live much longer than the call, and a body may be large.
        message.body = .none
        self.message = message
    }

    var secretTexts: [String] { message.secretTexts }
}
