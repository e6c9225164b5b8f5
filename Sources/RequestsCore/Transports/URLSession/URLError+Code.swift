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
            (.timedOut, "nothing came for as long as the time-out allows")
        case .cannotFindHost, .dnsLookupFailed:
            (.hostNotFound, "the name of the host could not be found")
        case .cannotConnectToHost:
            (.connectionFailed, "the host refused the connection, or can't be reached")
        case .networkConnectionLost:
            (.connectionLost, "the connection ended before the response did")
        case .notConnectedToInternet:
            (.offline, "there is no connection to the internet")
        case .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            (.offline, "the network may not be used for data at the moment")
        case .secureConnectionFailed:
            (.secureConnectionFailed, "a secure connection could not be made")
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot:
            (.certificateRejected, "the certificate of the server is not trusted")
        case .clientCertificateRejected, .clientCertificateRequired, .userAuthenticationRequired:
            (.clientCertificateRejected, "the server wants a certificate or credentials that it did not get")
        case .httpTooManyRedirects:
            (.tooManyRedirects, "redirects went on for too long")
        case .redirectToNonExistentLocation:
            (.redirectRefused, "a redirect led to no location")
        case .dataLengthExceedsMaximum:
            (.responseTooLarge, "the response is larger than URLSession allows")
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .zeroByteResource:
            (.malformedResponse, "the response is not valid HTTP, or was cut off")
        case .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .requestBodyStreamExhausted:
            (.bodyUnreadable, "the body of the request could not be read")
        case .appTransportSecurityRequiresSecureConnection:
            (.invalidURL, "App Transport Security of this app wants https")
        case .badURL, .unsupportedURL:
            (.invalidURL, "Foundation does not take the URL")
        default:
            (.transportFailed, "URLSession failed with URLError \(code.rawValue)")
        }
    }
}
