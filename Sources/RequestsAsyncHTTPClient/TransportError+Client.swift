#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import RequestsCore

extension TransportError {
    /// Makes the transport error for an error of AsyncHTTPClient or of a library below it.
    init(clientError error: any Error) {
        if let error = error as? TransportError {
            self = error
            return
        }
        let (code, message) = Self.meaning(of: error)
        self.init(code: code, message: message, underlyingError: error)
    }

    private static func meaning(of error: any Error) -> (RequestErrorCode, String) {
        switch error {
        case let error as HTTPClientError:
            meaning(of: error)
        case let error as HTTPParserError:
            error == .invalidEOFState || error == .closedConnection
                ? lost : (.malformedResponse, "the response is not valid HTTP: \(error)")
        case let error as NIOHTTPDecompression.DecompressionError:
            error == .limit
                ? (
                    .responseTooLarge,
                    "the decompressed response is larger than this HTTPClient allows: "
                        + "set a higher limit in the client's decompression configuration"
                )
                : (.malformedResponse, "the response could not be decompressed: \(error)")
        case let error as NIOHTTPDecompression.ExtraDecompressionError:
            (.malformedResponse, "the response could not be decompressed: \(error)")
        case let error as NIOConnectionError:
            (error.connectionErrors.first { $0.error is IOError } ?? error.connectionErrors.first)
                .map { meaning(of: $0.error) } ?? (.hostNotFound, ErrorText.hostNotFound)
        case let error as ChannelError:
            meaning(of: error)
        case let error as IOError:
            meaning(of: error)
        case let error as NIOSSLError:
            meaning(of: error)
        case is NIOSSLExtraError:
            (.certificateRejected, "the server's certificate isn't valid for this host")
        case is BoringSSLError:
            meaning(ofHandshake: "\(error)")
        case is NIOSSLCloseTimedOutError:
            (.secureConnectionFailed, "the secure connection failed")
        case is CancellationError:
            (.cancelled, "the request was cancelled")
        default:
            meaning(ofOther: error)
        }
    }

    private static var lost: (RequestErrorCode, String) {
        (.connectionLost, ErrorText.connectionLost)
    }

    private static func meaning(of error: HTTPClientError) -> (RequestErrorCode, String) {
        switch error {
        case .readTimeout, .writeTimeout:
            (.timedOut, "no data was sent or received within the HTTPClient's timeout: \(error.shortDescription)")
        case .deadlineExceeded:
            (.timedOut, "the request was not complete before the HTTPClient's deadline")
        case .connectTimeout, .getConnectionFromPoolTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
            .tlsHandshakeTimeout:
            (.timedOut, "no connection was made within the HTTPClient's timeout: \(error.shortDescription)")
        // If the caller cancels a call, its exchange ends before these errors arrive. They also occur if a connection
        // closes before the request is sent.
        case .remoteConnectionClosed, .cancelled, .requestStreamCancelled:
            lost
        case .uncleanShutdown:
            (.connectionLost, "the secure connection ended without a close_notify, so the response may be incomplete")
        case .invalidURL, .emptyHost, .emptyScheme:
            (.invalidURL, "AsyncHTTPClient rejects the URL")
        case .traceRequestWithBody:
            (.unexpectedBody, "AsyncHTTPClient can't send a TRACE request with a body")
        case .bodyLengthMismatch:
            (.bodyUnreadable, "the length of the request body differs from the declared length")
        case .invalidProxyResponse, .proxyAuthenticationRequired:
            (.connectionFailed, "\(ErrorText.proxyFailed): \(error.shortDescription)")
        case .alreadyShutdown:
            (.transportFailed, "the HTTPClient was shut down before the request was sent")
        default:
            (.transportFailed, "AsyncHTTPClient failed: \(error.shortDescription)")
        }
    }

    private static func meaning(of error: ChannelError) -> (RequestErrorCode, String) {
        switch error {
        case .connectTimeout: (.timedOut, "no connection was made within the HTTPClient's timeout")
        case .connectPending, .unknownLocalAddress: (.connectionFailed, ErrorText.connectionFailed)
        case .ioOnClosedChannel, .alreadyClosed, .outputClosed, .inputClosed, .eof: lost
        default: (.transportFailed, "the connection failed: \(error)")
        }
    }

    private static func meaning(of error: IOError) -> (RequestErrorCode, String) {
        switch POSIXErrorCode(rawValue: error.errnoCode) {
        case .ECONNRESET, .EPIPE, .ENOTCONN, .ECONNABORTED:
            lost
        case .ECONNREFUSED:
            (.connectionFailed, "the host refused the connection")
        case .EHOSTUNREACH, .EHOSTDOWN, .ENETUNREACH, .EADDRNOTAVAIL, .EADDRINUSE, .EACCES, .EPERM:
            (.connectionFailed, ErrorText.connectionFailed)
        case .ENETDOWN:
            (.offline, "there is no connection to the network")
        case .ETIMEDOUT:
            (.timedOut, "the connection was aborted, because the host didn't respond")
        default:
            (.transportFailed, "the connection failed: \(error)")
        }
    }

    private static func meaning(of error: NIOSSLError) -> (RequestErrorCode, String) {
        switch error {
        case .uncleanShutdown:
            (.connectionLost, "the secure connection ended without a close_notify, so the response may be incomplete")
        case .unableToValidateCertificate, .noCertificateToValidate:
            (.certificateRejected, ErrorText.certificateRejected)
        case .handshakeFailed(let reason):
            meaning(ofHandshake: "\(reason)")
        default:
            (.secureConnectionFailed, "the secure connection failed")
        }
    }

    /// Returns the meaning of BoringSSL's reason, which can only be recognized by its text.
    private static func meaning(ofHandshake reason: String) -> (RequestErrorCode, String) {
        if reason.contains("CERTIFICATE_VERIFY_FAILED") {
            (.certificateRejected, ErrorText.certificateRejected)
        } else if reason.contains("CERTIFICATE_REQUIRED") || reason.contains("ALERT_BAD_CERTIFICATE")
            || reason.contains("ALERT_UNKNOWN_CA") || reason.contains("ALERT_CERTIFICATE")
        {
            (.clientCertificateRejected, ErrorText.clientCertificate)
        } else if reason.contains("WRONG_VERSION_NUMBER") {
            (.secureConnectionFailed, ErrorText.serverWithoutTLS)
        } else {
            (.secureConnectionFailed, ErrorText.secureConnectionFailed)
        }
    }

    private static func meaning(ofOther error: any Error) -> (RequestErrorCode, String) {
        #if canImport(Network)
        switch error {
        case is HTTPClient.NWTLSError: return (.secureConnectionFailed, ErrorText.secureConnectionFailed)
        case is HTTPClient.NWPOSIXError: return (.connectionFailed, ErrorText.connectionFailed)
        default: break
        }
        #endif
        // The errors of a single HTTP/2 stream come from a separate module.
        if String(reflecting: type(of: error)).hasPrefix("NIOHTTP2") { return lost }
        return (.transportFailed, "AsyncHTTPClient failed: \(type(of: error))")
    }
}
#endif
