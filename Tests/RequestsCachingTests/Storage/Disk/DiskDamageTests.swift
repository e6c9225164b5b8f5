import Foundation
import Requests
import Testing

@testable import RequestsCaching

/// Damaged entries: reading one returns either nothing or what was stored.
@Suite struct DiskDamageTests {
    private static let url = "http://a/"

    /// Stores an entry, damages its files in many ways, and reads it after each.
    private func check(
        _ size: Int, file suffix: String, _ damages: (Int) -> [(inout [UInt8]) -> Void]
    ) async throws {
        let disk = DiskFixture()
        let body = bytes(size)
        try await disk.store().put(Self.url, body)
        let files = try disk.names.map { (disk.url.appending(path: $0), try Data(contentsOf: disk.path($0).file)) }
        let file = try disk.path(endingIn: suffix).file
        let original = try disk.bytes(endingIn: suffix)
        for (index, damage) in damages(original.count).enumerated() {
            var damaged = original
            damage(&damaged)
            for (other, contents) in files where other.path != file.path { try contents.put(other) }
            try Data(damaged).put(file)
            let store = disk.store()
            let found = try await store.get(Self.url)
            if found != (damaged == original ? body : nil) { Issue.record("\(index)") }
            // The entry is gone, and can be stored again.
            if index % 500 == 0 {
                #expect(await store.entries(for: CacheKey(url: Self.url)).isEmpty)
                try await store.put(Self.url, body)
                #expect(try await store.get(Self.url) == body)
                for name in disk.names { try FileManager.default.removeItem(atPath: disk.path(name)) }
            }
        }
    }

    @Test(arguments: [(300, "cached"), (4100, "cached"), (4100, "body")])
    func `A file truncated at any byte is detected`(
        size: Int, suffix: String
    ) async throws {
        try await check(size, file: suffix) { count in
            (0..<count).map { end in { $0.removeLast($0.count - end) } }
        }
    }

    @Test(arguments: [(300, "cached"), (4100, "cached"), (4100, "body")]) func `Any changed byte is detected`(
        size: Int, suffix: String
    ) async throws {
        try await check(size, file: suffix) { count in
            (0..<count).map { index in { $0[index] ^= UInt8(1 + index % 255) } }
        }
    }

    @Test(arguments: [(300, "cached"), (70_000, "body")]) func `Zeros, garbage and excess bytes are detected`(
        size: Int, suffix: String
    ) async throws {
        try await check(size, file: suffix) { count in
            [
                { $0 = [UInt8](repeating: 0, count: $0.count) }, { $0 += [0] }, { $0 += $0 },
                // A power failure can leave pages of zeros.
                { $0.replaceSubrange(($0.count / 2)..., with: repeatElement(0, count: $0.count - $0.count / 2)) },
                { bytes in bytes = bytes.map { _ in .random(in: 0...255) } }, { $0 = Array("{}".utf8) },
            ]
        }
    }

    @Test func `The body of another entry, and blocks in another order, are detected`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(200_000, 1))
        let name = try #require(disk.names.first { $0.hasSuffix("body") })
        try await store.put("http://b/", bytes(200_000, 2))
        let other = try #require(disk.names.first { $0.hasSuffix("body") && $0 != name })
        var contents = try Data(contentsOf: disk.url.appending(path: name))
        try Data(contentsOf: disk.url.appending(path: other)).write(to: disk.url.appending(path: name))
        #expect(try await store.get("http://a/") == nil)
        #expect(try await store.get("http://b/") == bytes(200_000, 2))

        try await store.put("http://a/", bytes(200_000, 1))
        let next = try #require(disk.names.first { $0.hasSuffix("body") && $0 != other })
        contents = try Data(contentsOf: disk.url.appending(path: next))
        let block = BodyFile.blockSize + 8
        let swapped = contents[..<16] + contents[(16 + block)..<(16 + 2 * block)] + contents[16..<(16 + block)]
        try (swapped + contents[(16 + 2 * block)...]).write(to: disk.url.appending(path: next))
        #expect(try await store.get("http://a/") == nil)
    }

    @Test func `A large body that is damaged while it is read ends with an error, and is gone`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(500_000))
        let entry = try #require(await store.entries(for: CacheKey(url: "http://a/")).first)
        var iterator = try #require(await store.body(of: entry)).makeAsyncIterator()
        var read = try #require(try await iterator.next())
        let handle = try FileHandle(forWritingTo: URL(filePath: try disk.path(endingIn: "body")))
        try handle.truncate(atOffset: 300_000)
        try handle.close()
        let error = await #expect(throws: TransportError.self) {
            while let chunk = try await iterator.next() { read.append(chunk) }
        }
        #expect(error?.code == .fileReadFailed)
        #expect(bytes(500_000).starts(with: read))
        #expect(disk.names.isEmpty)
    }

    @Test func `A file of another version is removed`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(10))
        let path = try disk.path(endingIn: "cached")
        var contents = try disk.bytes(endingIn: "cached")
        contents[7] = UInt8(ascii: "2")
        try Data(contents).write(to: URL(filePath: path))
        #expect(try await store.get("http://a/") == nil)
        #expect(disk.names.isEmpty)
    }

    @Test func `A record in the file of a different key isn't used`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(10, 1))
        let other = disk.path("\(CacheFileName.record(XXHash64.hash("http://b/")))")
        try FileManager.default.moveItem(atPath: try disk.path(endingIn: "cached"), toPath: other)
        #expect(try await store.get("http://b/") == nil)
        try await store.put("http://b/", bytes(10, 2))
        #expect(try await store.get("http://b/") == bytes(10, 2))
    }
}

extension String {
    fileprivate var file: URL { URL(filePath: self) }
}

extension Data {
    /// Rewrites a file; Foundation would wait for the disk each time.
    fileprivate func put(_ url: URL) throws {
        FileNames.remove(url.path)
        let file = try DiskFile(url.path, .create)
        try file.write(self)
        try file.close()
    }
}
