import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// Converts an error of Foundation's URL loading, without its URLs.
    init(urlError error: URLError) {
        let (code, message) = URLSessionSystem.meaning(of: error) ?? Self.meaning(of: error.code)
        self.init(code: code, message: message, underlyingError: error)
    }

    private static func meaning(of code: URLError.Code) -> (RequestErrorCode, String) {
        switch code {
        case .cancelled, .userCancelledAuthentication:
            (.cancelled, "the request was cancelled")
        case .timedOut:
            (.timedOut, "no data was received within the timeout")
        case .cannotFindHost, .dnsLookupFailed:
            (.hostNotFound, ErrorText.hostNotFound)
        case .cannotConnectToHost:
            (.connectionFailed, "the host refused the connection, or can't be reached")
        case .networkConnectionLost:
            (.connectionLost, ErrorText.connectionLost)
        case .notConnectedToInternet:
            (.offline, "there is no connection to the internet")
        case .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            (.offline, "the network doesn't allow data transfer at the moment")
        case .secureConnectionFailed:
            (.secureConnectionFailed, ErrorText.secureConnectionFailed)
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot:
            (.certificateRejected, ErrorText.certificateRejected)
        case .clientCertificateRejected, .clientCertificateRequired, .userAuthenticationRequired:
            (
                .clientCertificateRejected,
                "the server requires a client certificate or credentials, or didn't accept the ones that were sent"
            )
        case .httpTooManyRedirects:
            (.tooManyRedirects, "there were too many redirects")
        case .redirectToNonExistentLocation:
            (.redirectRefused, "a redirect had no valid location")
        case .dataLengthExceedsMaximum:
            (.responseTooLarge, "the response is larger than URLSession allows")
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .zeroByteResource:
            (.malformedResponse, "the response is not valid HTTP, or was cut off")
        case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .requestBodyStreamExhausted:
            (.bodyUnreadable, "the body of the request could not be read")
        case .appTransportSecurityRequiresSecureConnection:
            (.invalidURL, "App Transport Security requires https in this app")
        case .badURL, .unsupportedURL:
            (.invalidURL, "Foundation rejects the URL")
        default:
            (.transportFailed, "URLSession failed with URLError \(code.rawValue)")
        }
    }
}
