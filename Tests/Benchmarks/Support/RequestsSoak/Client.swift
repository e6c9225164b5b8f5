import Foundation
import Requests
import TransportSoak

/// A client that the library uses, and the same client without the library, for comparison.
protocol Client: Sendable {
    /// The client's name on the command line.
    static var name: String { get }

    /// The library's transport with the client.
    var transport: any Transport { get }

    /// The name of the bare client in a table.
    var bareName: String { get }

    init() throws

    /// Gets and decodes the small JSON object many times, some at once, with the same request as the library.
    ///
    /// - Returns: The milliseconds of each.
    func bareGet(_ baseURL: URL, count: Int, atOnce lanes: Int) async throws -> [Double]

    /// Sends a file.
    func bareUpload(_ file: URL, to url: URL) async throws

    /// Writes the response to a file.
    func bareDownload(_ url: URL, to file: URL) async throws

    /// The number of running exchanges, if the library knows it.
    var activeCount: Int { get }

    /// Closes all connections.
    func shutDown() async throws
}

/// Every client that this build has.
var everyClient: [any Client.Type] {
    var clients: [any Client.Type] = [URLSessionClient.self, UncachedURLSessionClient.self]
    #if AsyncHTTPClient
    clients.append(AsyncHTTPClientClient.self)
    #endif
    #if Curl
    clients.append(CurlClient.self)
    #endif
    return clients
}

/// Runs a function with each client, its name, and the API of one server, and closes the client's connections afterwards.
func withEach(
    _ types: [any Client.Type], _ body: (any Client, String, SoakAPI) async throws -> Void
) async throws {
    let server = try ServerProcess()
    for type in types {
        let client = try type.init()
        try await body(client, type.name, SoakAPI(baseURL: server.baseURL))
        try await client.shutDown()
    }
}

extension Client {
    /// Gets the small JSON object with the library, from the chain to the decoded value.
    ///
    /// - Returns: The milliseconds of each.
    func get(_ api: SoakAPI, count: Int, atOnce lanes: Int) async throws -> [Double] {
        let transport = transport
        return try await inLanes(lanes, count) { id in
            let engine = try await transport.perform(api.get(.json(Engine.self), from: "/json/\(id)"))
            guard engine.id == 1 else { throw SoakFailure("another response") }
        }
    }
}
