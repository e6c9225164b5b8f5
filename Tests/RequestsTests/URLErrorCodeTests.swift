import Foundation
import Requests
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What each failure of Foundation's URL loading becomes, for code, for the developer and for the user.
@Suite(.timeLimit(.minutes(1)))
struct URLErrorCodeTests {
    @Test(
        arguments: [
            (.cancelled, .cancelled, "the request was cancelled"),
            (.userCancelledAuthentication, .cancelled, "the request was cancelled"),
            (.timedOut, .timedOut, "nothing came for as long as the time-out allows"),
            (.cannotFindHost, .hostNotFound, "the name of the host could not be found"),
            (.dnsLookupFailed, .hostNotFound, "the name of the host could not be found"),
            (.cannotConnectToHost, .connectionFailed, "no connection to the host could be made"),
            (.networkConnectionLost, .connectionLost, "the connection ended before the answer did"),
            (.notConnectedToInternet, .offline, "there is no connection to the internet"),
            (.internationalRoamingOff, .offline, "the network may not be used for data at the moment"),
            (.callIsActive, .offline, "the network may not be used for data at the moment"),
            (.dataNotAllowed, .offline, "the network may not be used for data at the moment"),
            (.secureConnectionFailed, .secureConnectionFailed, "a secure connection could not be made"),
            (
                .appTransportSecurityRequiresSecureConnection, .invalidURL,
                "App Transport Security of this app wants https"
            ),
            (.serverCertificateHasBadDate, .certificateRejected, "the certificate of the server is not trusted"),
            (.serverCertificateNotYetValid, .certificateRejected, "the certificate of the server is not trusted"),
            (.serverCertificateUntrusted, .certificateRejected, "the certificate of the server is not trusted"),
            (.serverCertificateHasUnknownRoot, .certificateRejected, "the certificate of the server is not trusted"),
            (
                .clientCertificateRejected, .clientCertificateRejected,
                "the server wants a certificate or credentials that it did not get"
            ),
            (
                .clientCertificateRequired, .clientCertificateRejected,
                "the server wants a certificate or credentials that it did not get"
            ),
            (
                .userAuthenticationRequired, .clientCertificateRejected,
                "the server wants a certificate or credentials that it did not get"
            ),
            (.httpTooManyRedirects, .tooManyRedirects, "redirects went on for too long"),
            (.redirectToNonExistentLocation, .redirectRefused, "a redirect led to no location"),
            (.dataLengthExceedsMaximum, .responseTooLarge, "the answer is larger than URLSession allows"),
            (.badServerResponse, .malformedResponse, "the answer is not valid HTTP, or was cut off"),
            (.cannotParseResponse, .malformedResponse, "the answer is not valid HTTP, or was cut off"),
            (.cannotDecodeRawData, .malformedResponse, "the answer is not valid HTTP, or was cut off"),
            (.cannotDecodeContentData, .malformedResponse, "the answer is not valid HTTP, or was cut off"),
            (.zeroByteResource, .malformedResponse, "the answer is not valid HTTP, or was cut off"),
            (.fileDoesNotExist, .bodyUnreadable, "the body of the request could not be read"),
            (.fileIsDirectory, .bodyUnreadable, "the body of the request could not be read"),
            (.noPermissionsToReadFile, .bodyUnreadable, "the body of the request could not be read"),
            (.requestBodyStreamExhausted, .bodyUnreadable, "the body of the request could not be read"),
            (.badURL, .invalidURL, "Foundation does not take the URL"),
            (.unsupportedURL, .invalidURL, "Foundation does not take the URL"),
            (.unknown, .transportFailed, "URLSession failed with URLError -1"),
            (.resourceUnavailable, .transportFailed, "URLSession failed with URLError -1008"),
            (.cannotLoadFromNetwork, .transportFailed, "URLSession failed with URLError -2000"),
        ] as [(URLError.Code, RequestErrorCode, String)])
    func `a failure of URL loading`(urlCode: URLError.Code, code: RequestErrorCode, message: String) async throws {
        let cause = URLError(urlCode, userInfo: [NSURLErrorFailingURLErrorKey: URL("https://h/?q=SECRET")])
        let error = try #require(
            await #expect(throws: RequestError<Never>.self) {
                try await FixedAnswer(throwing: cause).perform(AnonymousProvider("https://h").head("/"))
            }
        )
        #expect(error.code == code)
        // What the message has said of the cause is not said twice.
        let said = message.contains("URLError") ? "" : "\n  underlying error: URLError \(urlCode.rawValue)"
        #expect(error.description == "\(code): \(message)\n  request: HEAD https://h/" + said)
        #expect((error.underlyingError as? URLError)?.code == urlCode)
        #expect((error.underlyingError as? URLError)?.userInfo.isEmpty == true)
        #expect(!Shown.texts(of: error).contains("SECRET"))
        #expect(!Shown.texts(of: error.underlyingError as Any).contains("SECRET"))
        #expect(!error.localizedDescription.contains("URLError") && !error.localizedDescription.contains("NSURL"))
    }
}
