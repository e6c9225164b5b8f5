#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// Interprets libcurl's text for failures whose code from Foundation is missing or misleading.
enum LibcurlMessage {
    static func meaning(of error: URLError) -> (RequestErrorCode, String)? {
        switch error.code {
        case .unknown, .badServerResponse, .unsupportedURL: break
        default: return nil
        }
        let text = error.localizedDescription
        return meanings.first { $0.fits(text) }.map { ($0.code, $0.message + ($0.showsText ? ": \(text)" : "")) }
    }

    private struct Meaning: Sendable {
        let code: RequestErrorCode
        let message: String
        var beginnings: [String] = []
        var parts: [String] = []
        /// Indicates whether the message contains libcurl's text; `false` if the text shows a proxy's URL, which may
        /// contain a password.
        var showsText = true

        func fits(_ text: String) -> Bool {
            beginnings.contains { text.hasPrefix($0) } || parts.contains { text.contains($0) }
        }
    }

    /// The parts of libcurl's texts that are searched for.
    static var texts: [String] { meanings.flatMap { $0.beginnings + $0.parts } }

    /// The texts with their meanings; the first match counts.
    private static let meanings = [
        Meaning(
            code: .connectionFailed, message: "the proxy URL in the environment is not valid",
            beginnings: ["Unsupported proxy"], showsText: false
        ),
        Meaning(
            code: .hostNotFound, message: "the name of the proxy could not be resolved",
            beginnings: ["Could not resolve proxy", "Couldn't resolve proxy"]
        ),
        Meaning(
            code: .connectionFailed, message: ErrorText.proxyFailed,
            beginnings: [
                "CONNECT tunnel failed", "Received HTTP code", "Proxy CONNECT", "No authentication method",
                "User was rejected by the SOCKS5",
            ],
            parts: ["SOCKS4", "SOCKS5"]
        ),
        // A server that requires a client certificate ends the handshake with one of these alerts (RFC 8446, section 6.2).
        Meaning(
            code: .clientCertificateRejected,
            message: ErrorText.clientCertificate,
            parts: [
                "alert certificate required", "alert bad certificate", "alert unknown ca",
                "alert certificate expired", "alert certificate revoked", "alert certificate unknown",
                "alert unsupported certificate",
            ]
        ),
        Meaning(
            code: .certificateRejected, message: ErrorText.certificateRejected,
            beginnings: [
                "SSL certificate problem", "SSL: no alternative certificate subject name",
                "SSL: certificate subject name", "SSL: unable to obtain common name", "SSL: illegal cert name field",
                "SSL: couldn't get peer certificate", "SSL: couldn't get X509", "SSL certificate verify result",
                "SSL: Certificate issuer check failed", "Issuer check against peer", "SSL peer certificate",
                "server certificate verification failed",
            ],
            parts: ["certificate verify failed"]
        ),
        Meaning(
            code: .connectionLost, message: ErrorText.connectionLost,
            beginnings: [
                "transfer closed", "Empty reply", "Connection died", "Send failed since rewinding",
                "necessary data rewind", "Recv failure", "Send failure", "Failure when receiving data",
                "Failed sending data", "Server returned nothing", "Transferred a partial file", "OpenSSL SSL_read",
                "OpenSSL SSL_write", "SSL_read", "SSL_write", "HTTP/2 stream",
            ]
        ),
        Meaning(
            code: .secureConnectionFailed,
            message: ErrorText.serverWithoutTLS,
            parts: ["wrong version number", "packet length too long"]
        ),
        Meaning(
            code: .secureConnectionFailed, message: ErrorText.secureConnectionFailed,
            beginnings: ["SSL connect error", "error setting certificate", "Problem with the SSL CA cert"],
            parts: ["SSL_connect", "SSL routines"]
        ),
        // "Failed writing header" means that Foundation could not read a header, "Out of memory" that a field exceeds
        // libcurl's limit, and "Failed writing received data" that content continues after the end of its gzip data.
        Meaning(
            code: .malformedResponse, message: "the response is not valid HTTP",
            beginnings: [
                "Error in the HTTP2 framing layer", "Error while processing content unencoding",
                "Failed reading the chunked", "Failed writing header", "Failed writing received data",
                "Header without colon", "Illegal or missing hexadecimal", "Invalid Content-Length",
                "Invalid status line", "Malformed encoding", "Maximum file size exceeded", "Nul byte in header",
                "Out of memory", "Received HTTP/0.9", "Reject response", "Too large response headers",
                "Too long hexadecimal", "Unrecognized content encoding", "Unrecognized or bad HTTP Content",
                "Unsupported HTTP", "Unsupported response code", "Weird server reply",
            ]
        ),
    ]
}
#endif
