#if AsyncHTTPClient
import AsyncHTTPClient
import NIOSSL
import RequestsAsyncHTTPClient

/// Runs the body with a client, and shuts the client down however the body ends.
func withClient(_ configuration: HTTPClient.Configuration, _ body: (HTTPClient) async throws -> Void) async throws {
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let result: Result<Void, any Error>
    do {
        try await body(client)
        result = .success(())
    } catch {
        result = .failure(error)
    }
    try await client.shutdown()
    try result.get()
}

/// Runs the body with a client that uses HTTP/2 and trusts the certificate of a ``BareHTTP2Server``.
func withHTTP2Client(
    _ configuration: HTTPClient.Configuration = .requests, _ body: (HTTPClient) async throws -> Void
) async throws {
    var configuration = configuration
    configuration.httpVersion = .automatic
    configuration.tlsConfiguration = .makeClientConfiguration()
    configuration.tlsConfiguration?.certificateVerification = .none
    try await withClient(configuration, body)
}
#endif
