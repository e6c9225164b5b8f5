import Foundation
import Requests

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOSSL
import RequestsAsyncHTTPClient
#endif

/// The samples of the page for code that uses AsyncHTTPClient directly.
enum AsyncHTTPClientMigration {
    static func open(_ session: some Transport, title: String, repo: String, token: String) async throws -> Issue {
        let issue = try await session.perform(
            GitHub.live.post(.json(NewIssue(title: title)), to: "/repos/ada/\(repo)/issues")
                .receiving(.json(Issue.self))
                .authenticated(with: .bearerToken(token))
                .setting(\.policy.totalTimeout, .seconds(30))
                .setting(\.policy.responseSizeLimit, 1 << 20))
        return issue
    }

    static func count(
        _ session: some Transport, _ logs: some AsyncSequence<Data, any Error> & Sendable
    ) async throws -> Int {
        var size = 0
        let upload = GitHub.live.put(.stream(logs, contentType: "text/plain"), to: "/logs")
        let response = try await session.send(upload.resolve())
        for try await chunk in response.body { size += chunk.count }
        return size
    }

    #if AsyncHTTPClient
    static func client(_ tls: TLSConfiguration) -> HTTPClient {
        var configuration = HTTPClient.Configuration.requests
        configuration.tlsConfiguration = tls
        configuration.proxy = .server(host: "proxy.example.com", port: 3128)
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
        return client
    }

    static func ada(_ client: HTTPClient) async throws -> User {
        let session = client.retrying()
        let user = try await session.perform(
            GitHub.live.get(.json(User.self), from: "/users/ada"))
        return user
    }
    #endif
}
