#if Curl
import CLibcurl
import Foundation
import RequestsCore
import RequestsCompression

/// A message in the form that libcurl requires.
struct CurlMessage: Sendable {
    let method: String
    let url: String
    /// The lines of the header, each ended by a zero byte; a line such as `Accept:` omits a field that libcurl would
    /// add.
    private(set) var lines: [UInt8] = []
    private(set) var numbers: [(Int32, Int)] = []
    private(set) var strings: [(Int32, String?)] = []
    /// The length of the content, negative if it is unknown; `nil` without content.
    let contentLength: Int64?
    /// Indicates whether the message may use HTTP/2.
    let allowsHTTP2: Bool
    /// Indicates whether libcurl decompresses the response, because the message requests codings that only libcurl knows.
    ///
    /// If libcurl decompresses, it accepts truncated content, and reads only one gzip member.
    let isDecodedByLibcurl: Bool

    /// Makes the form of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - length: The length of the content; `nil` if the length is unknown.
    ///   - needsNewConnection: Whether to send the message on a new connection, because a pooled one was lost.
    ///   - configuration: The settings of the session.
    /// - Throws: ``/Requests/RequestErrorCode/pinMismatch`` if the message can't be sent with the session's pins.
    init(
        _ message: OutgoingRequest, contentLength length: Int?, needsNewConnection: Bool,
        _ configuration: CurlSession.Configuration
    ) throws(TransportError) {
        method = message.method.rawValue
        url = UnixSocketURL.httpURL(of: message.urlText) ?? message.urlText
        let hasContent = !message.body.isNone
        // A server may wait for the content of such a request, unless the request declares its length (RFC 9110,
        // section 8.6).
        let isEmpty = !hasContent && ["POST", "PUT", "PATCH"].contains(method)
        contentLength = hasContent ? length.map { Int64($0) } ?? -1 : isEmpty ? 0 : nil
        // libcurl 7.88 loses the response if an HTTP/2 server sends the response before it has read the content.
        let isSecure = message.urlText.hasPrefix("https:")
        allowsHTTP2 = configuration.allowsHTTP2 && isSecure && contentLength == nil || configuration.assumesHTTP2
        isDecodedByLibcurl =
            message.options.policy.compression != .asReceived && message.header.contains(.acceptEncoding)
            && !message.acceptedCodings.allSatisfy { Inflater.knows($0) || ["identity", "*"].contains($0) }
        lines.reserveCapacity(512)
        for field in message.header {
            append(field.name.rawValue, field.value.isEmpty ? ";" : ": ", field.value)
        }
        if !message.header.contains(.acceptEncoding) { append("Accept-Encoding: gzip, deflate") }
        for name in [HeaderField.Name.accept, .expect, .userAgent] where !message.header.contains(name) {
            append(name.rawValue, ":")
        }
        try set(message, configuration)
        if needsNewConnection || mustNotBeRepeated(message) { set(CURLOPT_FRESH_CONNECT, 1) }
    }

    private mutating func append(_ name: String, _ mark: String = "", _ value: String = "") {
        lines.append(contentsOf: name.utf8)
        lines.append(contentsOf: mark.utf8)
        lines.append(contentsOf: value.utf8)
        lines.append(0)
    }

    /// Returns whether libcurl must not repeat a message.
    ///
    /// libcurl repeats messages without content if a pooled connection is lost.
    private func mustNotBeRepeated(_ message: OutgoingRequest) -> Bool {
        guard contentLength ?? 0 == 0 else { return false }
        // With HTTP/2, many retries can share a connection, and shouldn't each open a new one.
        return allowsHTTP2 ? !message.isIdempotent : !message.mayBeRepeated
    }

    private mutating func set(
        _ message: OutgoingRequest, _ configuration: CurlSession.Configuration
    ) throws(TransportError) {
        // The message's `Accept-Encoding` field replaces libcurl's field.
        if isDecodedByLibcurl { set(CURLOPT_ACCEPT_ENCODING, "") } else { set(CURLOPT_HTTP_CONTENT_DECODING, 0) }
        setVersion(configuration)
        if let socket = message.unixSocket { set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        if let proxy = configuration.proxy { set(CURLOPT_PROXY, proxy.absoluteString) }
        if let security = configuration.security { try set(message, security, configuration) }
    }

    private mutating func set(
        _ message: OutgoingRequest, _ security: CurlSecurity, _ configuration: CurlSession.Configuration
    ) throws(TransportError) {
        if let roots = security.roots {
            set(CURLOPT_CAINFO, roots)
            // Otherwise, libcurl would also trust the system's authorities, if it was built with their folder.
            set(CURLOPT_CAPATH, nil)
            if configuration.proxy?.scheme?.lowercased() == "https" {
                set(CURLOPT_PROXY_CAINFO, roots)
                set(CURLOPT_PROXY_CAPATH, nil)
            }
        }
        if let file = security.clientCertificate { set(CURLOPT_SSLCERT, file) }
        if let pins = try security.pinText(for: message) { set(CURLOPT_PINNEDPUBLICKEY, pins) }
    }

    private mutating func setVersion(_ configuration: CurlSession.Configuration) {
        set(CURLOPT_HTTP_VERSION, allowsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // A libcurl without HTTP/3 ignores this and keeps the version above.
        if configuration.assumesHTTP3Capable { set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_3) }
        // Requests wait for the first connection, because libcurl knows only then whether they may share it. Without
        // TLS, they would wait for the first response.
        let mayShare = allowsHTTP2 || configuration.assumesHTTP3Capable
        if mayShare, url.hasPrefix("https:") { set(CURLOPT_PIPEWAIT, 1) }
        guard configuration.assumesHTTP2 else { return }
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        // With this version, libcurl 7.88 breaks a connection that it reuses.
        set(CURLOPT_FRESH_CONNECT, 1)
    }

    private mutating func set(_ option: CURLoption, _ value: Int) { numbers.append((Int32(option.rawValue), value)) }
    private mutating func set(_ option: CURLoption, _ value: String?) {
        strings.append((Int32(option.rawValue), value))
    }
}

extension OutgoingRequest {
    /// The names of the requested content codings, without weights (RFC 9110, section 12.5.3).
    fileprivate var acceptedCodings: [String] {
        header[values: .acceptEncoding].flatMap { $0.split(separator: ",") }
            .map { ($0.split(separator: ";").first ?? "").trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
#endif
