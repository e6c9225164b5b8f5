#if Curl
public import Foundation
import RequestsCore

extension CurlSession {
    /// The settings of a session, which apply to all its requests.
    ///
    /// For certificates and pins, make the session with a ``/Requests/TransportSecurity``.
    public struct Configuration: Sendable {
        /// The maximum number of connections; `nil`, the default, for any number.
        public var connectionLimit: Int?

        /// The maximum number of connections to one host; `nil`, the default, for any number.
        public var connectionLimitPerHost: Int?

        /// The proxy, such as `http://proxy.example:3128` or `socks5h://127.0.0.1:1080`; `nil`, the default, for none.
        ///
        /// No description shows the proxy's user and password.
        public var proxy: URL? {
            get { hiddenProxy.url }
            set { hiddenProxy.url = newValue }
        }

        private var hiddenProxy = HiddenURL()

        /// The credentials for the proxy, which a response may repeat.
        var proxySecrets: [String] { hiddenProxy.secrets }

        /// The certificates and pins; `nil` for the system's authorities.
        var security: CurlSecurity?

        /// Indicates whether requests without content use HTTP/2 if the server offers it over TLS; `false` by default.
        ///
        /// Requests with content use HTTP/1.1, on separate connections: with HTTP/2, libcurl 7.88 loses a response that the server
        /// sends before it has read the content. The connection limits apply to each HTTP version separately.
        public var allowsHTTP2 = false

        /// Indicates whether the session speaks HTTP/2 without TLS, one request on each connection; only for tests.
        package var assumesHTTP2 = false

        /// Indicates whether the session tries HTTP/3 first; `false` by default.
        ///
        /// A libcurl that was built without HTTP/3 ignores this property. Debian's libcurl 7.88 was built without it,
        /// so the property isn't tested.
        public var assumesHTTP3Capable = false

        /// Makes the default configuration.
        public init() {}
    }
}

/// A URL that every description shows without its user, password, path and query.
private struct HiddenURL: CustomStringConvertible, CustomReflectable {
    var url: URL? {
        didSet { secrets = url.map { Redaction.secrets(inProxyURL: $0.absoluteString) } ?? [] }
    }

    private(set) var secrets: [String] = []

    var description: String {
        guard let url else { return "nil" }
        return "\(url.scheme ?? "")://\(url.host() ?? ""):\(url.port.map { "\($0)" } ?? "")"
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
