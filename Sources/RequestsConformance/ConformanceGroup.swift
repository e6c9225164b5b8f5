/// The topics of the suite's cases.
public enum ConformanceGroup: String, Sendable, CaseIterable {
    /// The method on the wire.
    case methods
    /// The end of a response's body.
    case framing
    /// The status line and the fields of a response.
    case responses
    /// The target and the fields of the request on the wire.
    case requests
    /// The content of the request on the wire.
    case uploads
    /// The content of the request from an asynchronous sequence.
    case sequences
    /// Bodies that are read as they arrive.
    case streaming
    /// Redirects, including status, method and credentials.
    case redirects
    /// References in Location fields (RFC 3986, section 5.4).
    case locations
    /// Responses that ask for credentials.
    case credentials
    /// Cookies, which only a cookie jar stores.
    case cookies
    /// Content codings.
    case compression
    /// Interim responses, and responses without content.
    case statuses
    /// Connections that end too early.
    case breaks
    /// Incorrect lengths.
    case lengths
    /// Responses that are not HTTP.
    case garbage
    /// Responses that are too large.
    case sizes
    /// Timeouts.
    case timeouts
    /// Cancellation.
    case cancelling
    /// Making, reusing and closing connections.
    case connections
    /// Frames of HTTP/2, and their effect on the other requests of the connection.
    case http2

    /// The heading of the group.
    public var title: String {
        switch self {
        case .methods: "Methods"
        case .framing: "Framing of responses"
        case .responses: "Status line and fields of responses"
        case .requests: "Target and fields of requests"
        case .uploads: "Content of requests"
        case .sequences: "Content from sequences"
        case .streaming: "Streaming"
        case .redirects: "Redirects"
        case .locations: "Locations"
        case .credentials: "Challenges"
        case .cookies: "Cookies"
        case .compression: "Compression"
        case .statuses: "Interim responses, and responses without content"
        case .breaks: "Connections that break"
        case .lengths: "Wrong lengths"
        case .garbage: "Responses that aren't valid HTTP"
        case .sizes: "Sizes"
        case .timeouts: "Timeouts"
        case .cancelling: "Cancelling"
        case .connections: "Connections"
        case .http2: "HTTP/2 frames"
        }
    }
}
