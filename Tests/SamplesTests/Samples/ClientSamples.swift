#if AsyncHTTPClient
import AsyncHTTPClient
import Requests
import RequestsAsyncHTTPClient

enum ClientSamples {
    static func ada() async throws -> User {
        let session = HTTPClient.requests
        let user = try await session.perform(
            GitHub.live.get(.json(User.self), from: "/users/ada"))
        return user
    }

    static func client() -> HTTPClient {
        var configuration = HTTPClient.Configuration.requests
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 500
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
        return client
    }

    static func guarded() -> HTTPClient {
        let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration.guarded())
        return client
    }
}
#endif
