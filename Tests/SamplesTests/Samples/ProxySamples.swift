import Foundation
import Requests

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

#if canImport(Network)
import Network
#endif

enum ProxySamples {
    #if AsyncHTTPClient
    static func client(password: String) -> HTTPClient {
        var configuration = HTTPClient.Configuration.requests
        configuration.proxy = .server(
            host: "proxy.example.com", port: 3128,
            authorization: .basic(username: "ada", password: password))
        let session = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
        return session
    }
    #endif

    #if canImport(Network)
    static func transport(password: String) -> URLSessionTransport {
        var proxy = ProxyConfiguration(
            httpCONNECTProxy: .hostPort(host: "proxy.example.com", port: 3128))
        proxy.applyCredential(username: "ada", password: password)
        let configuration = URLSessionConfiguration.default
        configuration.proxyConfigurations = [proxy]
        let session = URLSessionTransport(configuration: configuration)
        return session
    }
    #endif
}
