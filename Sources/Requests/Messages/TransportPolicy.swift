/// The rules for the exchange of one message, the same on every transport: redirects, timeouts and sizes.
///
/// ```swift
/// request.setting(\.policy.redirects, .stop)              // the 3xx is the response
/// request.setting(\.policy.totalTimeout, .seconds(30))    // from the first byte to the last
/// request.setting(\.policy.responseSizeLimit, 1_000_000)  // bytes
/// ```
///
/// An API sets the rules for all its requests in ``RequestProviding/request(to:using:)``. The maximum time without activity is
/// the timeout of the request itself: ``Request/timeout(after:)``. An endpoint that sets one rule keeps the others of its API.
///
/// A transport keeps no cookies by itself: see ``Transport/keepingCookies(in:)``.
public struct TransportPolicy: Sendable {
    private var own = Rules()

    /// The rules that are set.
    private struct Rules {
        var redirects: RedirectPolicy?
        var redirectLimit: Int?
        var totalTimeout: Duration??
        var responseSizeLimit: Int?
        var downloadSizeLimit: Int?
        var compression: CompressionPolicy?
    }

    /// The rule for redirects; by default, they are followed.
    public var redirects: RedirectPolicy {
        get { own.redirects ?? .follow }
        set { own.redirects = newValue }
    }

    /// The maximum number of redirects of one request: 20 by default.
    ///
    /// One more ends with ``RequestErrorCode/tooManyRedirects``.
    public var redirectLimit: Int {
        get { own.redirectLimit ?? 20 }
        set { own.redirectLimit = newValue }
    }

    /// The maximum duration of the whole exchange: 7 days by default, as in URLSession; `nil` for no limit.
    ///
    /// It includes redirects and the body of the response. When it is over, the exchange ends with ``RequestErrorCode/timedOut``,
    /// even if data still arrives. Zero or a negative duration is ``RequestErrorCode/invalidTimeout``.
    public var totalTimeout: Duration? {
        get { own.totalTimeout ?? .seconds(7 * 86_400) }
        set { own.totalTimeout = .some(newValue) }
    }

    /// The maximum number of response bytes in memory: 64 MiB by default.
    ///
    /// The limit counts decompressed bytes. If a body is read as a whole and is larger, the call ends with
    /// ``RequestErrorCode/responseTooLarge``, at once if its Content-Length is already too large.
    ///
    /// A body that is read in chunks may have any length. If a transport can't slow the server down, this number of bytes may
    /// wait for the reader; more bytes end the call with ``RequestErrorCode/bufferOverflow``.
    public var responseSizeLimit: Int {
        get { own.responseSizeLimit ?? 64 * 1_024 * 1_024 }
        set { own.responseSizeLimit = newValue }
    }

    /// The maximum number of bytes that a download may write: 1 TiB by default.
    ///
    /// A larger one ends with ``RequestErrorCode/responseTooLarge``, at once if its Content-Length is already too large.
    public var downloadSizeLimit: Int {
        get { own.downloadSizeLimit ?? 1 << 40 }
        set { own.downloadSizeLimit = newValue }
    }

    /// The rule for compression of the response's body; by default, it may be compressed.
    public var compression: CompressionPolicy {
        get { own.compression ?? .automatic }
        set { own.compression = newValue }
    }

    /// Makes a policy that sets all rules.
    public init(
        redirects: RedirectPolicy = .follow,
        redirectLimit: Int = 20,
        totalTimeout: Duration? = .seconds(7 * 86_400),
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

    private init(own: Rules) {
        self.own = own
    }

    /// A policy that sets no rule.
    fileprivate static var unset: TransportPolicy { TransportPolicy(own: Rules()) }

    /// Returns the policy with the rules that another one sets.
    func merging(_ other: TransportPolicy) -> TransportPolicy {
        TransportPolicy(
            own: Rules(
                redirects: other.own.redirects ?? own.redirects,
                redirectLimit: other.own.redirectLimit ?? own.redirectLimit,
                totalTimeout: other.own.totalTimeout ?? own.totalTimeout,
                responseSizeLimit: other.own.responseSizeLimit ?? own.responseSizeLimit,
                downloadSizeLimit: other.own.downloadSizeLimit ?? own.downloadSizeLimit,
                compression: other.own.compression ?? own.compression))
    }
}

extension TransportPolicy: Equatable {
    /// Returns whether two policies have the same rules, set or by default.
    public static func == (first: Self, second: Self) -> Bool {
        first.redirects == second.redirects && first.redirectLimit == second.redirectLimit
            && first.totalTimeout == second.totalTimeout && first.responseSizeLimit == second.responseSizeLimit
            && first.downloadSizeLimit == second.downloadSizeLimit && first.compression == second.compression
    }
}

/// A rule for responses that redirect: 301, 302, 303, 307 or 308 with a Location (RFC 9110, section 15.4).
///
/// The standard decides the method and body of the next request. A 303 turns every method except HEAD into a GET without a body.
/// A 301 or 302 does so for POST. A 307 or 308 keeps both.
public enum RedirectPolicy: Sendable, Hashable {
    /// Follows the redirect.
    ///
    /// Another origin (scheme, host or port) gets no credentials: Authorization, Proxy-Authorization, Cookie and all sensitive
    /// fields are left out from then on. A redirect from https to http is never followed, and neither is one from a Unix socket to
    /// another server, or the reverse.
    case follow

    /// Follows the redirect inside the origin; one to another origin ends with ``RequestErrorCode/redirectRefused``.
    case sameOrigin

    /// Returns the redirect as the response, with its body.
    case stop
}

/// A rule for compressed responses (RFC 9110, section 12.5.3).
public enum CompressionPolicy: Sendable, Hashable {
    /// Asks for the codings that the transport can decompress, and decompresses the response.
    case automatic

    /// Asks the server not to compress, with `Accept-Encoding: identity`.
    ///
    /// A compressed success ends with ``RequestErrorCode/malformedResponse``.
    case identity

    /// Asks the server not to compress, and takes the bytes as they arrive, encoded or not.
    ///
    /// Use it for files that a server stores compressed, and sends compressed whatever the request asks for. `Content-Encoding`
    /// of the response names the coding. URLSession always decompresses, and ends with ``RequestErrorCode/malformedResponse``
    /// instead.
    case asReceived
}

extension RequestOptions {
    /// The rules for the exchange: redirects, timeouts and sizes.
    public var policy: TransportPolicy {
        get { isEmpty ? .unset : self[Policy.self] }
        set { self[Policy.self] = newValue }
    }

    private enum Policy: RequestOption {
        static var defaultValue: TransportPolicy { .unset }
    }
}
