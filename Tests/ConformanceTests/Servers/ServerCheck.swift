import Foundation
import Requests
import Testing

/// Something that a client of a real server expects, on every transport.
struct ServerCheck: Sendable, CustomTestStringConvertible {
    let server: RealServer
    let name: String
    private let body: @Sendable (any Transport, ServerAPI) async throws -> Void

    init(
        _ server: RealServer, _ name: String,
        _ body: @escaping @Sendable (any Transport, ServerAPI) async throws -> Void
    ) {
        self.server = server
        self.name = name
        self.body = body
    }

    /// The name that ``ServerLimits`` uses: the server's name, a slash, and the check's name.
    var id: String { "\(server.rawValue)/\(name)" }

    var testDescription: String { id }

    func run(on transport: any Transport) async throws {
        let url = try #require(server.url, "\(server.rawValue) doesn't run")
        try await body(transport, ServerAPI(baseURL: url))
    }

    /// All checks: each server has a file.
    static let all =
        httpbin + httpbinBodies + httpbinExchanges + nginx + objects + queues + prometheus + etcd + registry
        + challenges
}

/// The API of any of the servers, with JSON as most of them write it.
struct ServerAPI: RequestProviding {
    let baseURL: URL
    var coding: Coding { .snakeCase }
}

/// Sends a request, and returns its error.
func failure<Resource>(
    of request: Request<ServerAPI, Resource>, on transport: any Transport
) async throws -> TransportError {
    do throws(TransportError) {
        _ = try await transport.perform(request)
    } catch {
        return error
    }
    throw Unfailed()
}

/// An error for a request that succeeded but should fail.
struct Unfailed: Error {}
