import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// The failures of Foundation's URL loading, as they are reported to code, to the developer and to the user.
@Suite(.timeLimit(.minutes(1)))
struct URLErrorCodeTests {
    @Test(
        arguments: [
            (.cancelled, .cancelled, "the request was cancelled"),
            (.userCancelledAuthentication, .cancelled, "the request was cancelled"),
            (.timedOut, .timedOut, "no data was received within the timeout"),
            (.cannotFindHost, .hostNotFound, "the host name could not be resolved"),
            (.dnsLookupFailed, .hostNotFound, "the host name could not be resolved"),
            (.cannotConnectToHost, .connectionFailed, "the host refused the connection, or can't be reached"),
            (.networkConnectionLost, .connectionLost, "the connection ended before the response did"),
            (.notConnectedToInternet, .offline, "there is no connection to the internet"),
            (.internationalRoamingOff, .offline, "the network doesn't allow data transfer at the moment"),
            (.callIsActive, .offline, "the network doesn't allow data transfer at the moment"),
            (.dataNotAllowed, .offline, "the network doesn't allow data transfer at the moment"),
            (.secureConnectionFailed, .secureConnectionFailed, "a secure connection could not be established"),
            (
                .appTransportSecurityRequiresSecureConnection, .invalidURL,
                "App Transport Security requires https in this app"
            ),
            (.serverCertificateHasBadDate, .certificateRejected, "the server's certificate isn't trusted"),
            (.serverCertificateNotYetValid, .certificateRejected, "the server's certificate isn't trusted"),
            (.serverCertificateUntrusted, .certificateRejected, "the server's certificate isn't trusted"),
            (.serverCertificateHasUnknownRoot, .certificateRejected, "the server's certificate isn't trusted"),
            (
                .clientCertificateRejected, .clientCertificateRejected,
                "the server requires a client certificate or credentials, or didn't accept the ones that were sent"
            ),
            (
                .clientCertificateRequired, .clientCertificateRejected,
                "the server requires a client certificate or credentials, or didn't accept the ones that were sent"
            ),
            (
                .userAuthenticationRequired, .clientCertificateRejected,
                "the server requires a client certificate or credentials, or didn't accept the ones that were sent"
            ),
            (.httpTooManyRedirects, .tooManyRedirects, "there were too many redirects"),
            (.redirectToNonExistentLocation, .redirectRefused, "a redirect had no valid location"),
            (.dataLengthExceedsMaximum, .responseTooLarge, "the response is larger than URLSession allows"),
            (.badServerResponse, .malformedResponse, "the response is not valid HTTP, or was cut off"),
            (.cannotParseResponse, .malformedResponse, "the response is not valid HTTP, or was cut off"),
            (.cannotDecodeRawData, .malformedResponse, "the response is not valid HTTP, or was cut off"),
            (.cannotDecodeContentData, .malformedResponse, "the response is not valid HTTP, or was cut off"),
            (.zeroByteResource, .malformedResponse, "the response is not valid HTTP, or was cut off"),
            (.fileDoesNotExist, .bodyUnreadable, "the body of the request could not be read"),
            (.fileIsDirectory, .bodyUnreadable, "the body of the request could not be read"),
            (.noPermissionsToReadFile, .bodyUnreadable, "the body of the request could not be read"),
            (.requestBodyStreamExhausted, .bodyUnreadable, "the body of the request could not be read"),
            (.badURL, .invalidURL, "Foundation rejects the URL"),
            (.unsupportedURL, .invalidURL, "Foundation rejects the URL"),
            (.unknown, .transportFailed, "URLSession failed with URLError -1"),
            (.resourceUnavailable, .transportFailed, "URLSession failed with URLError -1008"),
            (.cannotLoadFromNetwork, .transportFailed, "URLSession failed with URLError -2000"),
        ] as [(URLError.Code, RequestErrorCode, String)])
    func `each failure of URL loading has its code`(urlCode: URLError.Code, code: RequestErrorCode, message: String)
        async throws
    {
        let cause = URLError(urlCode, userInfo: [NSURLErrorFailingURLErrorKey: URL("https://h/?q=SECRET")])
        let error = try #require(
            await #expect(throws: TransportError.self) {
                try await FixedResponse(throwing: cause).perform(AnonymousProvider("https://h").head("/"))
            }
        )
        #expect(error.code == code)
        // If the message already names the cause, the description doesn't repeat it.
        let said = message.contains("URLError") ? "" : "\n  underlying error: URLError \(urlCode.rawValue)"
        #expect(error.description == "\(code): \(message)\n  request: HEAD https://h/" + said)
        #expect((error.underlyingError as? URLError)?.code == urlCode)
        #expect((error.underlyingError as? URLError)?.userInfo.isEmpty == true)
        #expect(!Shown.texts(of: error).contains("SECRET"))
        #expect(!Shown.texts(of: error.underlyingError as Any).contains("SECRET"))
        #expect(!error.localizedDescription.contains("URLError") && !error.localizedDescription.contains("NSURL"))
    }

    #if canImport(FoundationNetworking)
    @Test(
        arguments: [
            ("SSL certificate problem: certificate has expired", .certificateRejected),
            ("SSL certificate problem: certificate is not yet valid", .certificateRejected),
            ("SSL certificate problem: self-signed certificate", .certificateRejected),
            ("SSL certificate problem: self-signed certificate in certificate chain", .certificateRejected),
            ("SSL certificate problem: unable to get local issuer certificate", .certificateRejected),
            ("SSL: no alternative certificate subject name matches target host name 'h'", .certificateRejected),
            ("SSL: certificate subject name 'g' does not match target host name 'h'", .certificateRejected),
            ("SSL peer certificate or SSH remote key was not OK", .certificateRejected),
            (
                "OpenSSL/3.0.19: error:0A000086:SSL routines::certificate verify failed", .certificateRejected
            ),
            (
                "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
                .clientCertificateRejected
            ),
            (
                "OpenSSL/3.0.19: error:0A000412:SSL routines::sslv3 alert bad certificate", .clientCertificateRejected
            ),
            ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .secureConnectionFailed),
            ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443 ", .secureConnectionFailed),
            ("OpenSSL SSL_connect: Connection reset by peer in connection to h:443 ", .secureConnectionFailed),
            ("SSL connect error", .secureConnectionFailed),
            ("OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 104", .connectionLost),
            (
                "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", .connectionLost
            ),
            ("OpenSSL SSL_write: Broken pipe, errno 32", .connectionLost),
            ("Recv failure: Connection reset by peer", .connectionLost),
            ("transfer closed with 3 bytes remaining to read", .connectionLost),
            (
                "Unrecognized content encoding type. libcurl understands deflate, gzip content encodings.",
                .malformedResponse
            ),
            ("Unrecognized or bad HTTP Content or Transfer-Encoding", .malformedResponse),
            ("Failed writing received data to disk/application", .malformedResponse),
            ("Reject response due to more than 5 content encodings", .malformedResponse),
            ("libcurl says something else", .transportFailed),
        ] as [(String, RequestErrorCode)])
    func `libcurl's text identifies failures for which Foundation has no code`(text: String, code: RequestErrorCode)
        async throws
    {
        let cause = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
        let error = try #require(
            await #expect(throws: TransportError.self) {
                try await FixedResponse(throwing: cause).perform(AnonymousProvider("https://h").head("/"))
            }
        )
        #expect(error.code == code)
        #expect(error.message.contains(text.trimmingCharacters(in: .whitespaces)) == (code != .transportFailed))
    }
    #endif
}
