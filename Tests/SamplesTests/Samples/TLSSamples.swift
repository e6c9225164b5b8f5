import Foundation
import Requests

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOPosix
import RequestsAsyncHTTPClient
#endif

#if Curl
import RequestsCurl
#endif

enum TLSSamples {
    #if Curl
    static func pinned() throws -> CurlSession {
        let security = TransportSecurity(pins: [
            "api.books.example": [
                "sha256/zFHfmXC/Q0MpYfKGHZKtURD2YiwSl1L+Xy1sUhuQq/I=",
                "sha256/M54ELgOWVFm17c1KQ53/ZqYxei21e7J7ZG03Y27Jz2g=",
            ]
        ])
        let session = try CurlSession(security: security)
        return session
    }
    #endif

    #if AsyncHTTPClient
    static func client(_ security: TransportSecurity) throws -> HTTPClient {
        let configuration = try HTTPClient.Configuration.requests.secured(by: security)
        let client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration)
        return client
    }
    #endif

    static func transport(_ security: TransportSecurity) throws -> URLSessionTransport {
        let session = try URLSessionTransport(security: security)
        return session
    }

    static func authority() -> TransportSecurity {
        let security = TransportSecurity(
            rootsFile: URL(filePath: "/etc/books/authority.pem"))
        return security
    }

    static func identity() -> TransportSecurity {
        let security = TransportSecurity(
            clientCertificateFile: URL(filePath: "/etc/books/client.pem"))
        return security
    }
}
