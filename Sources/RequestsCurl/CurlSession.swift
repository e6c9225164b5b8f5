#if Curl
public import Requests

/// Sends requests with the system's libcurl.
///
/// ```swift
/// import Requests
/// import RequestsCurl
///
/// let user = try await CurlSession.shared.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// A session has one thread and a pool of connections, which its requests share. It reads no configuration files, and no
/// proxies or credentials from the environment. The request's ``/Requests/TransportPolicy`` sets redirects, timeouts and
/// size limits.
///
/// - Bodies stream in both directions at the pace of the slower end.
/// - The session uses HTTP/1.1. For HTTP/2, set ``Configuration/allowsHTTP2``.
/// - libcurl decompresses responses in the codings that it was built with.
/// - If a server closes a pooled connection just as a message is sent on it, a message that may be sent twice
///   (``/Requests/Idempotency``) is repeated once.
public final class CurlSession: Transport {
    /// A session with the default configuration, which exists as long as the process.
    public static let shared = CurlSession()

    private let configuration: Configuration
    /// The thread and its connections; `nil` if the system refused them.
    private let engine: Guarded<CurlEngine?>

    /// Makes a session with a thread, which ends when the session is released.
    ///
    /// A response that is being read then ends with ``/Requests/RequestErrorCode/transportFailed``.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        engine = Guarded(CurlEngine(configuration))
    }

    /// Sends a message, and returns the head of the response with a body that can be read while it arrives.
    ///
    /// - Parameter request: The message.
    /// - Returns: The head and the body of the response.
    /// - Throws: A ``/Requests/TransportError`` with the reason why there is no response.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let engine = try runningEngine()
        return try await request.followingRedirects { [configuration] message in
            try await Exchange(message).response { try CurlTransfer.begin($0, on: engine, configuration) }
        }
    }

    /// Returns the engine, which is made now if the system refused it before.
    private func runningEngine() throws(TransportError) -> CurlEngine {
        let engine = engine.withLock { engine in
            if engine == nil { engine = CurlEngine(configuration) }
            return engine
        }
        guard let engine else {
            throw .failed("libcurl couldn't start, because the process has no memory, threads or descriptors left")
        }
        return engine
    }
}
#endif
