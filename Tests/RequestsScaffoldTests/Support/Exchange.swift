import Foundation
import Requests
import RequestsConformance

/// Sends a request to a server that responds with a body, and returns the received request and the output.
func exchange<API: Sendable, Output: Sendable>(
    _ api: @Sendable (URL) -> API, _ response: String, _ request: @Sendable (API) -> Request<API, Output>
) async throws -> (received: RawRequest, output: Output) {
    try await withRawServer(responding: { _ in RawServer.ok(response) }) { server in
        let output = try await URLSession.shared.perform(request(api(server.baseURL)))
        guard let received = server.requests.first else { throw URLError(.badServerResponse) }
        return (received, output)
    }
}
