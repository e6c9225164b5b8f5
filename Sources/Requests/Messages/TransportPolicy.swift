/// What holds for the exchange of one message, on every transport: redirects, time-outs and sizes.
///
/// ```swift
/// request.setting(\.policy.redirects, .stop)              // the 3xx is the answer
/// request.setting(\.policy.totalTimeout, 30)              // seconds, from the first byte to the last
/// request.setting(\.policy.responseSizeLimit, 1_000_000)  // bytes
/// ```
///
/// An API sets what holds for all its requests in ``RequestProviding/request(to:using:)``. How long nothing may happen is the
/// time-out of the request itself: ``Request/timeout(after:)``.
///
/// Cookies are never kept, on no transport: set `Cookie` where you want one, and read `Set-Cookie` from the answer.
public struct TransportPolicy: Sendable, Hashable {
    /// What becomes of a redirect: it is followed, by default.
    public var redirects: RedirectPolicy

    /// How many redirects one request may go through: 20 by default.
    ///
    /// One more ends with ``RequestErrorCode/tooManyRedirects``.
    public var redirectLimit: Int

    /// How long the whole exchange may take, in seconds, redirects and the body of the answer included: 7 days by default,
    /// as URLSession has it.
    ///
    /// Then it ends with ``RequestErrorCode/timedOut``, however much comes. `.infinity` is for ever; zero, less, and what is
    /// not a number are ``RequestErrorCode/invalidTimeout``.
    public var totalTimeout: Double

    /// How many bytes of an answer may be in memory: 64 MiB by default.
    ///
    /// They are counted as they are read, which is after decompression. A body that is read as a whole and is larger ends with
    /// ``RequestErrorCode/responseTooLarge``, as soon as its Content-Length says so. A body that is read in chunks may be of any
    /// length. If a transport can't slow the server down, this much may wait for its reader before it ends with
    /// ``RequestErrorCode/bufferOverflow``.
    public var responseSizeLimit: Int

    /// How many bytes a download may write: 1 TiB by default.
    ///
    /// A larger one ends with ``RequestErrorCode/responseTooLarge``, as soon as its Content-Length says so.
    public var downloadSizeLimit: Int

    /// Whether the body of the answer may be compressed on its way: yes, by default.
    public var compression: CompressionPolicy

    /// Makes a policy.
    public init(
        redirects: RedirectPolicy = .follow,
        redirectLimit: Int = 20,
        totalTimeout: Double = 7 * 86_400,
        responseSizeLimit: Int = 64 * 1_024 * 1_024,
        downloadSizeLimit: Int = 1 << 40,
        compression: CompressionPolicy = .automatic
    ) {
        self.redirects = redirects
        self.redirectLimit = redirectLimit
        self.totalTimeout = totalTimeout
        self.responseSizeLimit = responseSizeLimit
        self.downloadSizeLimit = downloadSizeLimit
        self.compression = compression
    }
}

/// What becomes of an answer that redirects: 301, 302, 303, 307 or 308 with a Location (RFC 9110, section 15.4).
///
/// Method and body of the next request are those of the standard: a 303 makes every method but HEAD a GET without a body, a
/// 301 or 302 does so for POST, and 307 and 308 keep both.
public enum RedirectPolicy: Sendable, Hashable {
    /// It is followed.
    ///
    /// To another origin (scheme, host or port) no credentials go along: Authorization, Proxy-Authorization, Cookie and every
    /// field that is sensitive are left out, from there on. From https to http is never followed.
    case follow

    /// It is followed within the origin; one to another ends with ``RequestErrorCode/redirectRefused``.
    case sameOrigin

    /// It is the answer, with its body.
    case stop
}

/// Whether an answer may be compressed on its way (RFC 9110, section 12.5.3).
public enum CompressionPolicy: Sendable, Hashable {
    /// The transport asks for what it can decompress, and does so.
    case automatic

    /// The server is asked not to compress, by `Accept-Encoding: identity`.
    ///
    /// A success that comes compressed ends with ``RequestErrorCode/malformedResponse``.
    case identity

    /// The bytes are taken as they come, encoded or not; the server is asked not to compress.
    ///
    /// This is for files that a server stores compressed and sends so, whatever it is asked for: `Content-Encoding` of the answer
    /// says how. URLSession decompresses by itself, and ends with ``RequestErrorCode/malformedResponse`` instead.
    case asReceived
}

extension RequestOptions {
    /// What holds for the exchange: redirects, time-outs and sizes.
    public var policy: TransportPolicy {
        get { self[Policy.self] }
        set { self[Policy.self] = newValue }
    }

    private enum Policy: RequestOption {
        static var defaultValue: TransportPolicy { TransportPolicy() }
    }
}
