#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import TestSupport

extension CurlSession {
    /// Makes a session that speaks HTTP/2 without TLS.
    static func http2() -> CurlSession {
        var configuration = Configuration()
        configuration.assumesHTTP2 = true
        return CurlSession(configuration)
    }
}

/// Runs a function with a server that plays frames; the script gets each connection with its number.
func withHTTP2Server(
    _ script: @escaping @Sendable (HTTP2Peer, Int) throws -> Void, _ body: (RawServer) async throws -> Void
) async throws {
    let count = Counter()
    try await withRawServer({ connection in try script(HTTP2Peer(connection), count.next()) }, body)
}

/// Returns the error code of a request; `nil` for a response.
func code<Resource: Sendable>(
    of request: Request<AnonymousProvider, Resource>, with session: CurlSession
) async throws -> RequestErrorCode? {
    do {
        _ = try await session.perform(request)
        return nil
    } catch {
        return error.code
    }
}
#endif
