/// What a log says of a call at one moment, without a secret in it.
///
/// ```swift
/// let session = URLSession.shared.logging { entry in print(entry) }
/// // GET https://api.example.com/users/1?token=<redacted>: 200 OK in 132 ms, 27 bytes
/// ```
///
/// All of its texts hide what is sensitive, and nothing of it gives a body.
public struct RequestLogEntry: Sendable {
    /// When in a call an entry is made.
    public enum Moment: Sendable, Hashable {
        /// The message is about to be sent.
        case started
        /// An attempt failed, and another follows after a wait.
        case attemptFailed(next: Duration)
        /// Credentials were refused or about to expire, and there are new ones.
        case credentialsRefreshed
        /// The answer was read, or none is to come.
        case ended
        /// The answer was not read to its end.
        case dropped
    }

    /// When in the call it was made.
    public let moment: Moment

    /// How much it matters.
    public let level: RequestLogLevel

    /// Which attempt of the call it is about: 1 for the first.
    public let attempt: Int

    /// How long the call had taken by then.
    public let duration: Duration

    /// How many bytes of the answer's body were read; `nil` where there is no answer.
    public let responseSize: Int?

    // Kept to itself: these have the secrets.
    private let request: OutgoingRequest
    private let head: ResponseHead?
    private let failure: TransportError?

    init(
        _ moment: Moment, _ request: OutgoingRequest, attempt: Int, duration: Duration, head: ResponseHead? = nil,
        failure: TransportError? = nil, responseSize: Int? = nil
    ) {
        self.moment = moment
        self.request = request
        self.attempt = attempt
        self.duration = duration
        self.head = head
        self.failure = failure
        self.responseSize = responseSize
        level = Self.level(moment, head, failure)
    }

    private static func level(
        _ moment: Moment, _ head: ResponseHead?, _ failure: TransportError?
    ) -> RequestLogLevel {
        switch moment {
        case .started: return .debug
        case .attemptFailed, .credentialsRefreshed, .dropped: return .info
        case .ended: break
        }
        if let failure { return failure.code == .cancelled ? .info : .error }
        guard let status = head?.status.code else { return .info }
        return status < 300 || status == 304 ? .info : status < 500 ? .warning : .error
    }
}

extension RequestLogEntry {
    /// The type of the API; of a request that is a type of its own, that type; `nil` where the message was made by hand.
    public var api: Any.Type? { request.context.api }

    /// Method and path of the endpoint as it is declared, `GET /users/{id}`; `nil` where there is none.
    public var endpoint: String? { request.context.endpointPath.map { "\(request.method) \($0)" } }

    /// The method.
    public var method: HTTPMethod { request.method }

    /// The whole URL, with what is sensitive in it hidden.
    public var url: String { request.shownURL(revealing: false).withoutControls }

    /// The host, without user and port.
    public var host: String { Redaction.host(of: request.url) }

    /// The status of the answer; `nil` where there is none.
    public var status: HTTPStatus? { head?.status }

    /// What went wrong; `nil` where an answer came, whatever its status.
    public var errorCode: RequestErrorCode? { failure?.code }

    /// What the error says to the developer, over several lines.
    public var errorDescription: String? {
        guard let failure else { return nil }
        let error: TransportError = failure.with(request: request, head: head)
        return Redaction.hide(request.secretTexts, in: error.description)
    }

    /// How many bytes the body of the request has; `nil` where that is not known before it is sent.
    public var requestSize: Int? { request.body.length }

    /// Whether the call came to an end that is no success.
    public var isFailure: Bool { moment == .ended && level >= .warning }

    /// The message as a command line of curl, with what is sensitive hidden and without its body.
    public var cURL: String { request.cURL() }
}

extension RequestLogEntry {
    /// The message and the head of the answer as they go over the wire, what is sensitive hidden, under the line of the entry.
    ///
    /// Of bodies the size is given alone. A failure has its error with it, and a command of curl.
    public var details: String {
        var lines = [description]
        lines += Self.lines(request.wireFormat()).map { "> " + $0 }
        if let head {
            let secrets = request.secretTexts + head.secretTexts
            lines.append("< \(head.status)".withoutControls)
            var header = head.header
            header.markSensitive(named: request.options.isSecret)
            lines += header.map { "< " + Redaction.hide(secrets, in: $0.description).withoutControls }
        }
        if let errorDescription { lines += Self.lines(errorDescription).map { "! " + $0 } }
        if isFailure { lines.append("$ " + cURL.withoutControls) }
        return lines.joined(separator: "\n")
    }

    /// The lines of a text that have something on them.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0).withoutControls }
    }
}

extension RequestLogEntry: SafelyDescribed {
    /// The entry on one line.
    public var description: String { "\(request): \(event)".withoutControls }

    /// What happened.
    private var event: String {
        switch moment {
        case .started:
            return (attempt > 1 ? "attempt \(attempt) started" : "started")
                + (request.body.isNone ? "" : ", \(request.body)")
        case .attemptFailed(let next): return "attempt \(attempt) \(outcome), next in \(next.shown)"
        case .credentialsRefreshed: return "credentials refreshed"
        case .ended, .dropped: break
        }
        var text = "\(outcome) in \(duration.shown)"
        if let responseSize { text += ", \(BodyText.size(responseSize))" }
        if moment == .dropped { text += " and no further" }
        if attempt > 1 { text += ", attempt \(attempt)" }
        return text + (head?.history?.notAgain ?? "")
    }

    private var outcome: String { failure.map { "\($0.code)" } ?? head.map { "\($0)" } ?? "no response" }
}

extension Duration {
    /// Milliseconds, or seconds where there are many.
    fileprivate var shown: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 10_000 { return "\(Int(milliseconds.rounded())) ms" }
        return "\(Int((milliseconds / 1_000).rounded())) s"
    }
}
