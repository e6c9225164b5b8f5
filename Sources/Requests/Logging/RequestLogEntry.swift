/// A log entry for one step of a call, with secrets redacted.
///
/// ```swift
/// let session = URLSession.shared.logging { entry in print(entry) }
/// // GET https://api.example.com/users/1?token=<redacted>: 200 OK in 132 ms, 27 bytes
/// ```
///
/// Its descriptions hide sensitive values, and never contain a body.
public struct RequestLogEntry: Sendable {
    /// A step of a call.
    public enum Event: Sendable, Hashable {
        /// The message is about to be sent.
        case started
        /// An attempt failed, and another follows after a wait.
        case attemptFailed(next: Duration)
        /// A limit makes the message wait; the duration is `nil` if unknown.
        case waits(Duration?)
        /// Credentials were fetched, because there were none, or because they were rejected or about to expire.
        case credentialsRefreshed
        /// The call ended: the response has been read, or the call has failed.
        case ended
        /// The response's body was released before its end.
        case dropped
    }

    /// The step of the call.
    public let event: Event

    /// The importance of the entry.
    public let level: RequestLogLevel

    /// The number of the attempt, which is 1 for the first.
    public let attempt: Int

    /// The time since the start of the call.
    public let duration: Duration

    /// The number of bytes read from the response's body; `nil` if there was no response, and for steps before the end.
    public let responseSize: Int?

    // Not public, because these contain secrets.
    let request: OutgoingRequest
    let head: ResponseHead?
    let failure: TransportError?

    init(
        _ event: Event, _ request: OutgoingRequest, attempt: Int, duration: Duration, head: ResponseHead? = nil,
        failure: TransportError? = nil, responseSize: Int? = nil
    ) {
        self.event = event
        self.request = request
        self.attempt = attempt
        self.duration = duration
        self.head = head
        self.failure = failure
        self.responseSize = responseSize
        level = Self.level(event, head, failure)
    }

    private static func level(
        _ event: Event, _ head: ResponseHead?, _ failure: TransportError?
    ) -> RequestLogLevel {
        switch event {
        case .started: return .debug
        case .attemptFailed, .waits, .credentialsRefreshed: return .info
        case .ended, .dropped: break
        }
        if let failure { return failure.code == .cancelled ? .info : .error }
        guard let status = head?.status.code else { return .info }
        return status < 300 || status == 304 ? .info : status < 500 ? .warning : .error
    }
}

extension RequestLogEntry {
    /// The type of the API, or the type that declares the request.
    ///
    /// It's `nil` if the message was made by hand.
    public var api: Any.Type? { request.context.api }

    /// The method and the endpoint's path as declared, such as `GET /users/{id}`; `nil` if no path was declared.
    public var endpoint: String? { request.context.endpointPath.map { "\(request.method) \($0)" } }

    /// The method.
    public var method: HTTPMethod { request.method }

    /// The whole URL, with sensitive values hidden.
    public var url: String { request.shownURL(revealing: false).withoutControls }

    /// The host in lower case, without user and port.
    public var host: String { Redaction.host(of: request.urlText).lowercased() }

    /// The status of the response; `nil` without a response.
    public var status: HTTPStatus? { head?.status }

    /// The code of the failure; `nil` if a response arrived, whatever its status.
    public var errorCode: RequestErrorCode? { failure?.code }

    /// The error's description for the developer, on several lines.
    public var errorDescription: String? {
        guard let failure else { return nil }
        let error: TransportError = failure.with(request: request, head: head)
        return Redaction.hide(request.secretTexts, in: error.description)
    }

    /// The number of bytes in the request's body; `nil` if unknown before the body is sent.
    public var requestSize: Int? { request.body.length }

    /// Indicates whether the call ended with an error, or with a status that is at least a warning.
    package var isFailure: Bool { event == .ended && level >= .warning }

    /// The message as a curl command, without sensitive values or the body.
    public var cURL: String { request.cURL() }
}
