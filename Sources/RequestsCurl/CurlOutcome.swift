#if Curl
import CLibcurl
import Foundation
import RequestsCore

/// The end of a transfer, as libcurl reports it.
struct CurlOutcome {
    private let code: Int32
    /// The error number of a failed system call; 0 if there is none.
    private let systemError: Int32
    /// Indicates whether the request was sent on a connection that an earlier request had used.
    private let isReused: Bool
    /// Indicates whether the server refused the request before it processed it, so that it can be sent again.
    let isRefused: Bool
    /// The number of times that libcurl sent the request.
    let sendCount: Int
    private let description: String

    init(code: Int32, systemError: Int32, isReused: Bool, isRefused: Bool, sendCount: Int, description: String) {
        self.code = code
        self.systemError = systemError
        self.isReused = isReused
        self.isRefused = isRefused
        self.sendCount = sendCount
        self.description = description
    }

    /// Indicates whether the whole response arrived.
    var isSuccess: Bool { code == 0 }

    /// Indicates whether the server's public key matches no pin.
    private var isPinMismatch: Bool { curl == CURLE_SSL_PINNEDPUBKEYNOTMATCH }

    /// Indicates whether the connection ended before the response began.
    private var isLost: Bool { isRefused && !isSuccess || lost.contains(curl) && !isRefusedTunnel }

    /// Indicates whether a proxy refused to connect to the host, which libcurl reports as a lost connection.
    private var isRefusedTunnel: Bool {
        description.hasPrefix("CONNECT tunnel failed") || description.hasPrefix("Proxy CONNECT aborted")
    }

    /// Indicates whether a pooled connection was lost, so that the request may be sent on a different connection.
    var isStale: Bool { isLost && isReused || curl == CURLE_SEND_FAIL_REWIND }

    private var curl: CURLcode { CURLcode(rawValue: UInt32(code)) }

    private var lost: [CURLcode] {
        [
            CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_SEND_FAIL_REWIND,
            CURLE_HTTP2_STREAM,
        ]
    }

    /// Returns the error of a transfer that failed before or after the response's head was received.
    func error(sending request: OutgoingRequest, hasHead: Bool) -> TransportError {
        if isPinMismatch { return PublicKeyPins.mismatch(of: request, PublicKeyPin(description)) }
        let (code, message) = meaning(hasHead: hasHead)
        // libcurl quotes the URL of an unsupported proxy, with its password.
        let isShown = !description.isEmpty && !description.hasPrefix("Unsupported proxy")
        return TransportError(code: code, message: isShown ? "\(message): \(description)" : message)
    }

    private func meaning(hasHead: Bool) -> (RequestErrorCode, String) {
        switch curl {
        case CURLE_COULDNT_RESOLVE_HOST: (.hostNotFound, ErrorText.hostNotFound)
        case CURLE_COULDNT_RESOLVE_PROXY: (.hostNotFound, "the name of the proxy could not be resolved")
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: failedConnection
        case CURLE_PROXY: (.connectionFailed, ErrorText.proxyFailed)
        case _ where isRefusedTunnel: (.connectionFailed, ErrorText.proxyFailed)
        case CURLE_OPERATION_TIMEDOUT: (.timedOut, "no data was received from the host within the timeout")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            (.certificateRejected, ErrorText.certificateRejected)
        case CURLE_SSL_CLIENTCERT: (.clientCertificateRejected, ErrorText.clientCertificate)
        case CURLE_SSL_CONNECT_ERROR where description.contains("wrong version number"):
            (.secureConnectionFailed, ErrorText.serverWithoutTLS)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED:
            (.secureConnectionFailed, ErrorText.secureConnectionFailed)
        case CURLE_RECV_ERROR where isOverflow:
            (.malformedResponse, "the header or trailer section of the response is larger than libcurl accepts")
        case _ where isLost && isAlert: (.clientCertificateRejected, ErrorText.clientCertificate)
        case _ where isLost: (.connectionLost, ErrorText.connectionLost)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_UNSUPPORTED_PROTOCOL:
            (.malformedResponse, "the response is not valid HTTP")
        // libcurl 7.88 has no other code for a line of more than 100 KiB; later versions have CURLE_TOO_LARGE.
        case CURLE_OUT_OF_MEMORY where hasHead: (.transportFailed, "libcurl ran out of memory")
        case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
            (.malformedResponse, "the head of the response contains a line that is too long")
        // libcurl stores fields by name, so it rejects a continuation line that follows no field.
        case CURLE_BAD_FUNCTION_ARGUMENT: (.malformedResponse, "the head of the response is not valid HTTP")
        case CURLE_URL_MALFORMAT: (.invalidURL, "libcurl rejects the URL")
        case CURLE_ABORTED_BY_CALLBACK: (.transportFailed, "the session was released")
        default: (.transportFailed, "libcurl failed")
        }
    }

    /// Indicates whether libcurl refused an HTTP/2 head or trailer, which makes libnghttp2's functions fail.
    private var isOverflow: Bool {
        ["-902", "-905:Too many CONTINUATION"].contains {
            description.contains("nghttp2_session_mem_recv() returned \($0)")
        }
    }

    /// Indicates whether the server ended the handshake because of the client's certificate (RFC 8446, section 6.2).
    private var isAlert: Bool { description.contains("alert") && description.contains("certificate") }

    private var failedConnection: (RequestErrorCode, String) {
        switch POSIXErrorCode(rawValue: systemError) {
        case .ECONNREFUSED: (.connectionFailed, "the host refused the connection")
        case .ENETDOWN: (.offline, "there is no connection to the network")
        case .ETIMEDOUT: (.timedOut, "the connection was aborted, because the host didn't respond")
        default: (.connectionFailed, ErrorText.connectionFailed)
        }
    }
}
#endif
