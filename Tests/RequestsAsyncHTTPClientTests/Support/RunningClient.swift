#if AsyncHTTPClient
import AsyncHTTPClient

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
#endif
