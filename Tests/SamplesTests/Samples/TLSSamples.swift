import Foundation
import Requests

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOSSL
import RequestsAsyncHTTPClient

enum TLSSamples {
    static func client() -> HTTPClient {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file("/etc/books/authority.pem")
        var configuration = HTTPClient.Configuration.requests
        configuration.tlsConfiguration = tls
        let session = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        return session
    }

    static func identity() throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateChain = try NIOSSLCertificate.fromPEMFile("/etc/books/client.pem").map { .certificate($0) }
        tls.privateKey = .privateKey(try NIOSSLPrivateKey(file: "/etc/books/client-key.pem", format: .pem))
        return tls
    }
}
#endif

#if canImport(Security)
import Security

final class BooksTrust: NSObject, URLSessionDelegate {
    let authority: SecCertificate

    init(authority: SecCertificate) {
        self.authority = authority
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
        SecTrustSetAnchorCertificates(trust, [authority] as CFArray)
        guard SecTrustEvaluateWithError(trust, nil) else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
    }
}

enum TrustSamples {
    static func session(authority: SecCertificate) -> URLSession {
        let trust = BooksTrust(authority: authority)
        let session = URLSession(configuration: .default, delegate: trust, delegateQueue: nil)
        return session
    }
}
#endif
