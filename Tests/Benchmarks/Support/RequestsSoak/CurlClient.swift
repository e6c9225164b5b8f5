#if Curl
import CCurlPeer
import Foundation
import Requests
import RequestsCurl
import TransportSoak

/// libcurl: a session for the library, and the multi interface, driven by C, for the bare calls.
final class CurlClient: Client {
    static let name = "libcurl"
    private let session = Guarded<CurlSession?>(CurlSession())
    private let bare = Guarded<Peer?>(nil)

    init() {}

    var transport: any Transport { session.withLock { $0 } ?? CurlSession.shared }
    var bareName: String { "curl_multi in C" }
    var activeCount: Int { 0 }

    func bareGet(_ baseURL: URL, count: Int, atOnce lanes: Int) async throws -> [Double] {
        try await withCheckedThrowingContinuation { continuation in
            // libcurl blocks its thread.
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.peer().get(baseURL, count: count, atOnce: lanes) })
            }
        }
    }

    private func peer() throws -> Peer {
        try bare.withLock { kept in
            let peer = try kept ?? Peer()
            kept = peer
            return peer
        }
    }

    func bareUpload(_ file: URL, to url: URL) throws { throw SoakFailure("libcurl alone sends no file here") }

    func bareDownload(_ url: URL, to file: URL) throws { throw SoakFailure("libcurl alone reads no file here") }

    func shutDown() {
        session.withLock { $0 = nil }
        bare.withLock { $0 = nil }
    }
}

/// The owner of a multi handle, which one thread uses at a time.
private final class Peer: @unchecked Sendable {
    private let peer: OpaquePointer

    init() throws {
        let lines = ["Accept: application/json", "User-Agent: \(RequestOptions().userAgent ?? "")"]
        let copies = lines.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var pointers = copies.map { UnsafePointer($0) } + [nil]
        guard let peer = curl_peer_create(&pointers) else { throw SoakFailure("no memory") }
        self.peer = peer
    }

    deinit { curl_peer_destroy(peer) }

    func get(_ baseURL: URL, count: Int, atOnce lanes: Int) throws -> [Double] {
        let count = count / lanes * lanes
        var times = [Double](repeating: 0, count: count)
        let isGood = curl_peer_get(
            peer, baseURL.absoluteString, count, lanes,
            { bytes, count in
                let data = Data(bytes: bytes, count: count)
                return (try? JSONDecoder().decode(Engine.self, from: data))?.id == 1
            }, &times)
        guard isGood else { throw SoakFailure("another response") }
        return times
    }
}
#endif
