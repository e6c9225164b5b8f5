import Foundation
import Requests
import TransportSoak

/// A client that the library sends by, and the same client bare, to be measured beside it.
protocol Client: Sendable {
    /// How the command line calls it.
    static var name: String { get }

    /// The library's way to send by it.
    var transport: any Transport { get }

    /// What the bare client is called in a table, and what the library is measured against.
    var bareName: String { get }

    init() throws

    /// Gets the small JSON object so often, some at once, and decodes it: by the same request as the library sends.
    ///
    /// - Returns: The milliseconds that each took.
    func bareGet(_ baseURL: URL, count: Int, atOnce lanes: Int) async throws -> [Double]

    /// Sends a file.
    func bareUpload(_ file: URL, to url: URL) async throws

    /// Writes what comes to a file.
    func bareDownload(_ url: URL, to file: URL) async throws

    /// How many exchanges are on their way, where the library knows.
    var activeCount: Int { get }

    /// Closes all connections.
    func shutDown() async throws
}

/// Every client that this build has.
var everyClient: [any Client.Type] {
    #if AsyncHTTPClient
    [URLSessionClient.self, UncachedURLSessionClient.self, AsyncHTTPClientClient.self]
    #else
    [URLSessionClient.self, UncachedURLSessionClient.self]
    #endif
}

extension Client {
    /// Gets the small JSON object by the library, from the chain to the decoded value.
    ///
    /// - Returns: The milliseconds that each took.
    func get(_ api: SoakAPI, count: Int, atOnce lanes: Int) async throws -> [Double] {
        let transport = transport
        return try await inLanes(lanes, count) { id in
            let engine = try await transport.perform(api.get(.json(Engine.self), from: "/json/\(id)"))
            guard engine.id == 1 else { throw SoakFailure("another response") }
        }
    }
}
