#if Curl
public import RequestsCore

/// Sends requests with the system's libcurl.
///
/// ```swift
/// import Requests
/// import RequestsCurl
///
/// let user = try await CurlSession.shared.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
/// ```
///
/// For each version of HTTP, a session has a thread and a pool of connections, which all its requests share. It reads
/// no configuration files, and no proxies or credentials from the environment. The request's
/// ``/Requests/TransportPolicy`` sets redirects, timeouts and size limits.
///
/// - Bodies stream in both directions at the pace of the slower end.
/// - The session uses HTTP/1.1. For HTTP/2 with requests that have no content, set ``Configuration/allowsHTTP2``.
/// - For pins, a private authority or a client certificate, make the session with a ``/Requests/TransportSecurity``.
/// - Responses can be compressed with gzip or deflate, or, if the request asks for them, with the codings that libcurl knows.
/// - If a server closes a pooled connection just as a message is sent on it, a message that may be sent twice
///   (``/Requests/Idempotency``) is repeated once.
public final class CurlSession: Transport {
    /// A session with the default configuration, which exists as long as the process.
    public static let shared = CurlSession()

    private let configuration: Configuration
    private let engines: Guarded<Engines>

    /// The threads with their connections; `nil` if they aren't needed yet, or if the system refused them.
    ///
    /// libcurl doesn't share an HTTP/2 connection if it also has an HTTP/1.1 connection to the host, so each version
    /// has a separate thread.
    private struct Engines {
        var http1, http2: CurlEngine?
    }

    /// Makes a session with a thread, which ends when the session is released.
    ///
    /// A response that is being read then ends with ``/Requests/RequestErrorCode/transportFailed``.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        engines = Guarded(Engines(http1: CurlEngine(configuration)))
    }

    /// Makes a session that trusts only some certificates or public keys, or that sends a certificate.
    ///
    /// - Parameters:
    ///   - configuration: The other settings.
    ///   - security: The certificates and pins.
    /// - Throws: ``/Requests/RequestErrorCode/certificateRejected`` if a pin or a file isn't valid, or if libcurl can't check
    ///   pins: with some TLS libraries, and with HTTP/3.
    public convenience init(
        _ configuration: Configuration = Configuration(), security: TransportSecurity
    ) throws(TransportError) {
        var configuration = configuration
        configuration.security = try CurlSecurity(security, for: configuration)
        self.init(configuration)
    }

    /// Sends a message, and returns the head of the response with a body that can be read while it arrives.
    ///
    /// - Parameter request: The message.
    /// - Returns: The head and the body of the response.
    /// - Throws: A ``/Requests/TransportError`` with the reason why there is no response.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.followingRedirects { [self] message in
            try await Exchange(message, hiding: configuration.proxySecrets).response { exchange in
                // Check the pins before the content is opened.
                _ = try configuration.security?.pinText(for: exchange.request)
                let transfer = try CurlTransfer(exchange, configuration)
                try transfer.begin(on: engine(for: transfer.message))
            }
        }
    }

    /// Returns the engine for a message, and makes the engine if there is none yet.
    private func engine(for message: CurlMessage) throws(TransportError) -> CurlEngine {
        let path = message.allowsHTTP2 ? \Engines.http2 : \Engines.http1
        let engine = engines.withLock { engines in
            if engines[keyPath: path] == nil { engines[keyPath: path] = CurlEngine(configuration) }
            return engines[keyPath: path]
        }
        guard let engine else {
            throw .failed(
                "libcurl couldn't start, because the process ran out of memory, threads or file descriptors")
        }
        return engine
    }
}
#endif
