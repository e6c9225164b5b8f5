#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Requests
import RequestsAsyncHTTPClient
import TransportSoak

/// AsyncHTTPClient: one client for the library, and a second client with the same configuration for the bare calls.
final class AsyncHTTPClientClient: Client {
    static let name = "asynchttpclient"
    private let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    private let bare = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)

    /// A configuration with as many connections as concurrent requests.
    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration.requests
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        return configuration
    }

    init() {}

    var transport: any Transport { client }
    var bareName: String { "HTTPClient.execute" }
    var activeCount: Int { TimeoutWatchdog.shared.count }

    func bareGet(_ baseURL: URL, count: Int, atOnce lanes: Int) async throws -> [Double] {
        let base = baseURL.absoluteString
        let userAgent = RequestOptions().userAgent ?? ""
        return try await inLanes(lanes, count) { [bare] id in
            var request = HTTPClientRequest(url: "\(base)/json/\(id)")
            request.headers.add(name: "Accept", value: "application/json")
            request.headers.add(name: "User-Agent", value: userAgent)
            request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
            let response = try await bare.execute(request, timeout: .seconds(60))
            let body = try await response.body.collect(upTo: 1_048_576)
            let engine = try JSONDecoder().decode(Engine.self, from: body)
            guard response.status == .ok, engine.id == 1 else { throw SoakFailure("another response") }
        }
    }

    func bareUpload(_ file: URL, to url: URL) async throws {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .PUT
        request.body = .stream(FilePieces(file: file), length: .known(Int64(size)))
        let response = try await bare.execute(request, timeout: .hours(1))
        _ = try await response.body.collect(upTo: 1_048_576)
        guard response.status == .ok else { throw SoakFailure("another response") }
    }

    func bareDownload(_ url: URL, to file: URL) async throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let response = try await bare.execute(HTTPClientRequest(url: url.absoluteString), timeout: .hours(1))
        for try await buffer in response.body { try handle.write(contentsOf: Data(buffer: buffer)) }
        try handle.close()
    }

    func shutDown() async throws {
        try await client.shutdown()
        try await bare.shutdown()
    }
}

/// A file in pieces of 64 KiB, as an app would send it without the library.
private struct FilePieces: AsyncSequence, Sendable {
    let file: URL

    func makeAsyncIterator() -> Iterator { Iterator(handle: try? FileHandle(forReadingFrom: file)) }

    struct Iterator: AsyncIteratorProtocol {
        let handle: FileHandle?

        mutating func next() async throws -> ByteBuffer? {
            guard let data = try handle?.read(upToCount: 65_536), !data.isEmpty else { return nil }
            return ByteBuffer(data: data)
        }
    }
}
#endif
