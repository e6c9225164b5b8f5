/// A log entry for one step of a call, with secrets redacted.
///
/// ```swift
/// let session = URLSession.shared.logging { entry in print(entry) }
/// // GET https://api.example.com/users/1?token=<redacted>: 200 OK in 132 ms, 27 bytes
/// ```
///
/// All of its texts hide sensitive values, and none shows a body.
public struct RequestLogEntry: Sendable {
    /// The step of a call that an entry is about.
    public enum Event: Sendable, Hashable {
        /// The message is about to be sent.
        case started
        /// An attempt failed, and another follows after a wait.
        case attemptFailed(next: Duration)
        /// The message waits for its turn because of a limit, for a time that may be known.
        case waits(Duration?)
        /// Credentials were refused or about to expire, and there are new ones.
        case credentialsRefreshed
        /// The response was read, or none will come.
        case ended
        /// The response was not read to its end.
        case dropped
    }

    /// The step of the call that the entry is about.
    public let event: Event

    /// The importance of the entry.
    public let level: RequestLogLevel

    /// The attempt of the call that the entry is about: 1 for the first.
    public let attempt: Int

    /// The time that the call had taken by then.
    public let duration: Duration

    /// The number of bytes that were read of the response's body; `nil` if there is no response.
    public let responseSize: Int?

    // Not public, because these have the secrets.
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
    /// The type of the API, or the type of a request that is declared as a type.
    ///
    /// It is `nil` if the message was made by hand.
    public var api: Any.Type? { request.context.api }

    /// The method and the path of the endpoint as declared, such as `GET /users/{id}`; `nil` if there is none.
    public var endpoint: String? { request.context.endpointPath.map { "\(request.method) \($0)" } }

    /// The method.
    public var method: HTTPMethod { request.method }

    /// The whole URL, with its sensitive values hidden.
    public var url: String { request.shownURL(revealing: false).withoutControls }

    /// The host in lower case, without user and port.
    public var host: String { Redaction.host(of: request.url).lowercased() }

    /// The status of the response; `nil` if there is none.
    public var status: HTTPStatus? { head?.status }

    /// The code of the failure; `nil` if a response came, whatever its status.
    public var errorCode: RequestErrorCode? { failure?.code }

    /// The description of the error for the developer, over several lines.
    public var errorDescription: String? {
        guard let failure else { return nil }
        let error: TransportError = failure.with(request: request, head: head)
        return Redaction.hide(request.secretTexts, in: error.description)
    }

    /// The number of bytes in the body of the request; `nil` if it is not known before the body is sent.
    public var requestSize: Int? { request.body.length }

    /// Indicates whether the call ended without success.
    package var isFailure: Bool { event == .ended && level >= .warning }

    /// The message as a curl command, with its sensitive values hidden and without its body.
    public var cURL: String { request.cURL() }
}
