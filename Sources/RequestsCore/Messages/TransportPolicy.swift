/// The rules for the exchange of one message, the same on every transport: redirects, timeouts and sizes.
///
/// ```swift
/// request.setting(\.policy.redirects, .stop)              // the 3xx is the response
/// request.setting(\.policy.totalTimeout, .seconds(30))    // from the first byte to the last
/// request.setting(\.policy.responseSizeLimit, 1_000_000)  // bytes
/// ```
///
/// An API sets the rules for all its requests in ``RequestProviding/request(to:using:)``. An endpoint that sets one
/// rule keeps the API's other rules. To limit the time without activity, use ``Request/timeout(after:)``.
///
/// By default, a transport stores no cookies: see ``Transport/keepingCookies(in:)``.
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
    /// If there are more, the call fails with ``RequestErrorCode/tooManyRedirects``.
    public var redirectLimit: Int {
        get { own.redirectLimit ?? 20 }
        set { own.redirectLimit = newValue }
    }

    /// The maximum duration of the whole exchange: 7 days by default, as in URLSession; `nil` for no limit.
    ///
    /// The duration includes redirects, retries and the body of the response. When it has passed, the exchange fails
    /// with ``RequestErrorCode/timedOut``, even if data still arrives. A duration of zero or less fails with
    /// ``RequestErrorCode/invalidTimeout``.
    public var totalTimeout: Duration? {
        get { own.totalTimeout ?? .seconds(7 * 86_400) }
        set { own.totalTimeout = .some(newValue) }
    }

    /// The maximum number of response bytes in memory: 64 MiB by default.
    ///
    /// The limit counts decompressed bytes. If a larger body is read as a whole, the call fails with
    /// ``RequestErrorCode/responseTooLarge``, immediately if its Content-Length is too large.
    ///
    /// A body that is read in chunks may have any length. But if the transport can't slow the server down, and more
    /// bytes than the limit wait for the reader, the call fails with ``RequestErrorCode/bufferOverflow``.
    public var responseSizeLimit: Int {
        get { own.responseSizeLimit ?? 64 * 1_024 * 1_024 }
        set { own.responseSizeLimit = newValue }
    }

    /// The maximum number of bytes that a download may write: 1 TiB by default.
    ///
    /// A larger download fails with ``RequestErrorCode/responseTooLarge``, immediately if its Content-Length is too large.
    public var downloadSizeLimit: Int {
        get { own.downloadSizeLimit ?? 1 << 40 }
        set { own.downloadSizeLimit = newValue }
    }

    /// The rule for compressed responses; by default, the server may compress them.
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

    /// Returns the policy, overridden by the rules that another policy sets.
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
    /// Returns whether two policies have the same rules, whether set or by default.
    public static func == (first: Self, second: Self) -> Bool {
        first.redirects == second.redirects && first.redirectLimit == second.redirectLimit
            && first.totalTimeout == second.totalTimeout && first.responseSizeLimit == second.responseSizeLimit
            && first.downloadSizeLimit == second.downloadSizeLimit && first.compression == second.compression
    }
}

/// A rule for redirects: responses 301, 302, 303, 307 and 308 with a Location (RFC 9110, section 15.4).
///
/// The standard defines the method and body of the next request. A 303 changes every method except HEAD to a GET
/// without a body. A 301 or 302 changes only a POST in this way. A 307 or 308 keeps method and body.
public enum RedirectPolicy: Sendable, Hashable {
    /// Follows the redirect.
    ///
    /// After a redirect to another origin (scheme, host or port), Authorization, Proxy-Authorization, Cookie and all
    /// other sensitive fields are no longer sent. A redirect from https to http is never followed, and neither is a
    /// redirect between a Unix socket and a different server.
    case follow

    /// Follows redirects within the origin; a redirect to another origin fails with ``RequestErrorCode/redirectRefused``.
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
    /// If a successful response is compressed anyway, the call fails with ``RequestErrorCode/malformedResponse``.
    case identity

    /// Asks the server not to compress, and returns the bytes as they arrive, encoded or not.
    ///
    /// Use this rule for files that a server stores compressed, and sends compressed whatever the request asks for. The
    /// response's `Content-Encoding` contains the coding. URLSession always decompresses, so with URLSession, a
    /// compressed response fails with ``RequestErrorCode/malformedResponse``.
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
