import Foundation
import Requests
import TransportSoak

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOSSL
import RequestsAsyncHTTPClient
#endif
#if Curl
import RequestsCurl
#endif

/// A client with its default settings, except for the version of HTTP and for the authority that it trusts.
struct LoadClient {
    let transport: any Transport
    let shutDown: () async throws -> Void

    init(_ name: String, isHTTP2: Bool, authority: URL) throws {
        switch name {
        #if AsyncHTTPClient
        case "asynchttpclient":
            var configuration = HTTPClient.Configuration.requests
            configuration.httpVersion = isHTTP2 ? .automatic : .http1Only
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(authority.path)
            configuration.tlsConfiguration = tls
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            transport = client
            shutDown = { try await client.shutdown() }
        #endif
        #if Curl
        case "libcurl":
            var configuration = CurlSession.Configuration()
            configuration.allowsHTTP2 = isHTTP2
            transport = try CurlSession(configuration, security: TransportSecurity(rootsFile: authority))
            shutDown = {}
        #endif
        default:
            throw SoakFailure("this build has no transport \(name)")
        }
    }
}
