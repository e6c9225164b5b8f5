#if Curl
import CLibcurl
import Foundation
import Requests

/// A message in the form that libcurl takes.
struct CurlMessage: Sendable {
    let method: String
    let url: String
    /// The lines of the header; a line such as `Accept:` omits a field that libcurl would add.
    private(set) var lines: [String] = []
    private(set) var numbers: [(Int32, Int)] = []
    private(set) var strings: [(Int32, String)] = []
    /// The length of the content, negative if it is unknown; `nil` without content.
    let contentLength: Int64?
    /// Indicates whether the message may use HTTP/2.
    let allowsHTTP2: Bool
    /// Indicates whether libcurl decompresses the response.
    let isDecoded: Bool

    init(_ message: OutgoingRequest, contentLength length: Int?, _ configuration: CurlSession.Configuration) {
        method = message.method.rawValue
        url = UnixSocketURL.httpURL(of: message.url) ?? message.url
        let hasContent = !message.body.isNone
        // A server may wait for the content of such a request, unless its length is known (RFC 9110, section 8.6).
        let isEmpty = !hasContent && ["POST", "PUT", "PATCH"].contains(method)
        contentLength = hasContent ? length.map { Int64($0) } ?? -1 : isEmpty ? 0 : nil
        // libcurl 7.88 loses the response if a server of HTTP/2 sends it before it has read the content.
        let isSecure = message.url.hasPrefix("https:")
        allowsHTTP2 = configuration.allowsHTTP2 && isSecure && contentLength == nil || configuration.assumesHTTP2
        isDecoded = message.options.policy.compression != .asReceived
        for field in message.header {
            lines.append(field.value.isEmpty ? field.name.rawValue + ";" : field.name.rawValue + ": " + field.value)
        }
        for name in [HeaderField.Name.accept, .expect, .userAgent] where !message.header.contains(name) {
            lines.append(name.rawValue + ":")
        }
        set(message, configuration)
    }

    private mutating func set(_ message: OutgoingRequest, _ configuration: CurlSession.Configuration) {
        // These are the codings that libcurl knows; a field of the message replaces libcurl's field.
        if isDecoded { set(CURLOPT_ACCEPT_ENCODING, "") } else { set(CURLOPT_HTTP_CONTENT_DECODING, 0) }
        // libcurl repeats a message without content by itself if a pooled connection is lost.
        if !message.isIdempotent, contentLength ?? 0 == 0 { set(CURLOPT_FRESH_CONNECT, 1) }
        setVersion(configuration)
        if let socket = message.unixSocket { set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        if let proxy = configuration.proxy { set(CURLOPT_PROXY, proxy.absoluteString) }
        if let file = configuration.trustedCertificates { set(CURLOPT_CAINFO, file.path) }
        if let file = configuration.clientCertificate { set(CURLOPT_SSLCERT, file.path) }
    }

    private mutating func setVersion(_ configuration: CurlSession.Configuration) {
        set(CURLOPT_HTTP_VERSION, allowsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // A libcurl without HTTP/3 ignores this and keeps the version above.
        if configuration.assumesHTTP3Capable { set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_3) }
        // Until the first connection is made, libcurl can't know whether requests may share it. Without TLS, it would wait for
        // the first response.
        let mayShare = allowsHTTP2 || configuration.assumesHTTP3Capable
        if mayShare, url.hasPrefix("https:") { set(CURLOPT_PIPEWAIT, 1) }
        guard configuration.assumesHTTP2 else { return }
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        // libcurl 7.88 breaks a connection that it uses again in this way.
        set(CURLOPT_FRESH_CONNECT, 1)
    }

    private mutating func set(_ option: CURLoption, _ value: Int) { numbers.append((Int32(option.rawValue), value)) }
    private mutating func set(_ option: CURLoption, _ value: String) { strings.append((Int32(option.rawValue), value)) }
}
#endif
