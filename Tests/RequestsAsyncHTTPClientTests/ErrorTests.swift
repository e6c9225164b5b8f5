#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Requests
import Testing

@testable import RequestsAsyncHTTPClient

private struct Odd: Error {}

@Suite("Errors of AsyncHTTPClient")
struct ErrorTests {
    @Test(
        arguments: [
            (HTTPClientError.cancelled, .connectionLost), (HTTPClientError.readTimeout, .timedOut),
            (HTTPClientError.connectTimeout, .timedOut), (HTTPClientError.deadlineExceeded, .timedOut),
            (HTTPClientError.remoteConnectionClosed, .connectionLost),
            (HTTPClientError.uncleanShutdown, .connectionLost),
            (HTTPClientError.invalidURL, .invalidURL), (HTTPClientError.bodyLengthMismatch, .bodyUnreadable),
            (HTTPClientError.alreadyShutdown, .transportFailed), (HTTPParserError.invalidChunkSize, .malformedResponse),
            (HTTPParserError.invalidEOFState, .connectionLost), (ChannelError.eof, .connectionLost),
            (ChannelError.connectTimeout(.seconds(1)), .timedOut),
            (IOError(errnoCode: 104, reason: "read"), .connectionLost),
            (IOError(errnoCode: 111, reason: "connect"), .connectionFailed), (CancellationError(), .cancelled),
            (IOError(errnoCode: EHOSTUNREACH, reason: "connect"), .connectionFailed),
            (IOError(errnoCode: ENETDOWN, reason: "connect"), .offline),
            (IOError(errnoCode: ETIMEDOUT, reason: "read"), .timedOut),
            (IOError(errnoCode: EIO, reason: "read"), .transportFailed),
            (NIOSSLError.uncleanShutdown, .connectionLost),
            (NIOSSLError.unableToValidateCertificate, .certificateRejected),
            (NIOSSLError.failedToLoadCertificate, .secureConnectionFailed),
            (NIOHTTPDecompression.DecompressionError.limit, .responseTooLarge),
            (HTTPClientError.traceRequestWithBody, .unexpectedBody),
            (HTTPClientError.redirectLimitReached, .transportFailed), (Odd(), .transportFailed),
            (TransportError(code: .bufferOverflow, message: ""), .bufferOverflow),
        ] as [(any Error & Sendable, RequestErrorCode)])
    func `each error has a code`(_ error: any Error & Sendable, _ code: RequestErrorCode) {
        #expect(TransportError(clientError: error).code == code)
    }

    @Test(arguments: [(Requests.HTTPMethod.get, true), (.delete, true), (.post, false)])
    func `a request that went out on a closed channel is repeated once if that is safe`(
        method: Requests.HTTPMethod, isSafe: Bool
    ) throws {
        let exchange = Exchange(OutgoingRequest(method: method, urlText: "http://a.example/"))
        let next = Tries().next(after: ChannelError.ioOnClosedChannel, of: exchange, true, isKnown: false)
        #expect((next != nil) == isSafe)
        #expect(next?.isRepeat != false)
        #expect(next?.next(after: ChannelError.ioOnClosedChannel, of: exchange, true, isKnown: false) == nil)
    }

    @Test(arguments: [
        ("http://a.example", "a.example"), ("http://a.example:80/x", "a.example"),
        ("http://a.example:8080?q", "a.example:8080"),
        ("https://a.example:443/", "a.example"), ("https://a.example:80/", "a.example:80"),
        ("http://[::1]:80/", "[::1]"), ("http://[fe80::1%25eth0]:80/", "[fe80::1]"),
        ("https://[fe80::1%25eth0]:8080/a]", "[fe80::1]:8080"),
        ("HTTPS://A.example:443", "A.example"), ("http://a.example:", "a.example:"),
    ])
    func `Host is the authority without a default port and without a zone`(_ url: String, _ host: String) {
        #expect(HTTPClient.Request.host(of: url) == host)
    }
}
#endif
