import Foundation
import Requests
import Testing

@testable import RequestsCaching

/// A directory for one test, which also makes cache stores in that directory.
final class DiskFixture: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "requests-cache-\(UUID().uuidString)/cache")

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

    func store(limit: Int = 10_000_000, storesSecrets: Bool = false) -> DiskStore {
        DiskStore(CacheDirectory(url), limit: limit, storesSecrets: storesSecrets)
    }

    /// The names of all files, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns the path of the only file whose name ends with a text.
    func path(endingIn suffix: String) throws -> String {
        let found = names.filter { $0.hasSuffix(suffix) }
        return path(try #require(found.count == 1 ? found.first : nil, "\(names)"))
    }

    func bytes(endingIn suffix: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: try path(endingIn: suffix))))
    }

    /// Returns a file's inode number, which doesn't depend on the file's name.
    func fileNumber(_ name: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path(name))[.systemFileNumber] as? Int)
    }

    /// The size of all files, in bytes.
    var size: Int {
        names.reduce(0) { sum, name in
            sum + ((try? Data(contentsOf: url.appending(path: name)))?.count ?? 0)
        }
    }
}

/// Returns bytes that depend on their position and on a name.
func bytes(_ count: Int, _ name: UInt8 = 0) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) &+ name })
}

extension StoredHead {
    /// Makes a head for a test.
    static func of(
        _ header: HeaderFields = ["ETag": "\"1\""], selecting: [SelectingField] = [], isSensitive: Bool = false
    ) -> StoredHead {
        StoredHead(
            status: .ok, header: header, url: "http://localhost/a", requestTime: Date(timeIntervalSince1970: 1.5),
            responseTime: Date(timeIntervalSince1970: 2.25), selecting: selecting, isSensitive: isSensitive)
    }
}

extension CacheStore {
    /// Stores a response whose body comes in chunks.
    func put(
        _ url: String, _ body: Data, head: StoredHead = .of(), chunk: Int = 10_000
    ) async throws {
        let writer = try #require(await write(head, for: CacheKey(url: url), byteCount: nil))
        for start in stride(from: 0, to: body.count, by: chunk) {
            await writer.append(body[start..<min(start + chunk, body.count)])
        }
        await writer.commit()
    }

    /// Returns the body of the only entry with a key; `nil` if there is none.
    func get(_ url: String) async throws -> Data? {
        let entries = await entries(for: CacheKey(url: url))
        #expect(entries.count <= 1)
        guard let entry = entries.first, let body = await body(of: entry) else { return nil }
        return try await body.collect(upTo: .max)
    }
}
