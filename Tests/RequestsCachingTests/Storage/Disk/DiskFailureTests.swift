import Foundation
import Requests
import Testing

@testable import RequestsCaching

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Failures of the disk, which must not make calls fail.
@Suite struct DiskFailureTests {
    @Test(arguments: [10, 100_000]) func `Without a directory, nothing is stored`(size: Int) async throws {
        let disk = DiskFixture()
        try FileManager.default.createDirectory(
            at: disk.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([1]).write(to: disk.url)
        let store = disk.store()
        try await store.put("http://a/", bytes(size))
        #expect(try await store.get("http://a/") == nil)
        await store.removeAll()
        #expect(try Data(contentsOf: disk.url) == Data([1]))
    }

    @Test(arguments: [10, 100_000]) func `A directory that was removed is created again`(size: Int) async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(size))
        let writer = try #require(await store.write(.of(), for: CacheKey(url: "http://b/"), byteCount: nil))
        await writer.append(bytes(size))
        try FileManager.default.removeItem(at: disk.url)
        #expect(try await store.get("http://a/") == nil)
        await writer.append(bytes(size))
        await writer.commit()
        // The first part of a large body is gone.
        #expect(try await store.get("http://b/") == (size > 65_536 ? nil : bytes(size) + bytes(size)))
        try await store.put("http://a/", bytes(size))
        #expect(try await store.get("http://a/") == bytes(size))
    }

    @Test func `Only this user can read the files and the directory`() async throws {
        let disk = DiskFixture()
        try await disk.store().put("http://a/", bytes(5000))
        let paths = [disk.url.path] + disk.names.map(disk.path)
        let modes = try paths.map { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
        #expect(modes == [0o700, 0o600, 0o600])
    }

    @Test func `Links, pipes and directories in place of our files are neither followed nor read`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        let outside = disk.url.deletingLastPathComponent().appending(path: "outside")
        for suffix in ["cached", "body"] {
            for kind in 0..<3 {
                try await store.put("http://a/", bytes(5000))
                let path = try disk.path(endingIn: suffix)
                try? FileManager.default.removeItem(at: outside)
                try FileManager.default.moveItem(atPath: path, toPath: outside.path)
                let contents = try Data(contentsOf: outside)
                switch kind {
                case 0: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside.path)
                case 1: #expect(mkfifo(path, 0o600) == 0)
                default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                }
                #expect(try await store.get("http://a/") == nil)
                try await store.put("http://a/", bytes(5000, 3))
                #expect(try Data(contentsOf: outside) == contents)
                // A directory in place of the record stays, so nothing can be stored.
                let isBlocked = kind == 2 && suffix == "cached"
                #expect(try await store.get("http://a/") == (isBlocked ? nil : bytes(5000, 3)))
                if kind == 2 { try FileManager.default.removeItem(atPath: path) }
                await store.removeAll()
                #expect(disk.names.isEmpty)
            }
        }
    }

    /// Limits the size of files, which has the effect of a full disk.
    ///
    /// The limit needs no privileges, and applies to the whole process.
    @Test func `A full disk stores nothing, and calls still succeed`() async throws {
        await #expect(processExitsWith: .success) {
            let disk = DiskFixture()
            let store = disk.store()
            try await store.put("http://a/", bytes(10, 1))
            try await store.put("http://b/", bytes(5000, 1))
            signal(SIGXFSZ, SIG_IGN)
            for limit: rlim_t in [100, 17, 1, 0] {
                var sizes = rlimit(rlim_cur: limit, rlim_max: .max)
                #if canImport(Glibc)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &sizes) == 0)
                #else
                #expect(setrlimit(RLIMIT_FSIZE, &sizes) == 0)
                #endif
                for size in [0, 10, 5000, 200_000] {
                    try await store.put("http://a/", bytes(size, 2))
                    try await store.put("http://c/", bytes(size, 2))
                }
                #expect(try await store.get("http://a/") == bytes(10, 1))
                #expect(try await store.get("http://b/") == bytes(5000, 1))
                #expect(try await store.get("http://c/") == nil)
                #expect(disk.names.count == 3)
                let entry = try #require(await store.entries(for: CacheKey(url: "http://b/")).first)
                await store.update(entry, to: .of(["X": "new"]))
                #expect(await store.entries(for: entry.key).map(\.head.header) == [["ETag": "\"1\""]])
            }
            // The removal takes effect, although the record can't be written.
            let key = CacheKey(url: "http://b/")
            let entry = try #require(await store.entries(for: key).first)
            await store.remove(entry)
            #expect(await store.entries(for: key).isEmpty)
            await store.removeAll()
            #expect(disk.names.isEmpty)
        }
    }

    @Test func `A response that can't be removed is not used any more`() async throws {
        await #expect(processExitsWith: .success) {
            // No directory is read-only for root.
            if geteuid() == 0 { try #require(setuid(65_534) == 0) }
            let disk = DiskFixture()
            let store = disk.store()
            func setMode(_ mode: Int) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: disk.url.path)
            }
            func found() async throws -> String {
                var found = ""
                for name in ["a", "b", "c", "d"] where try await store.get("http://\(name)/") != nil { found += name }
                return found
            }
            for name in ["a", "b", "c", "d"] { try await store.put("http://\(name)/", bytes(5_000)) }
            try setMode(0o500)
            try #require(try await found() == "abcd")
            await store.removeAll(for: CacheKey(url: "http://a/"))
            try #require(try await found() == "bcd")
            let entry = try #require(await store.entries(for: CacheKey(url: "http://b/")).first)
            await store.remove(entry)
            try #require(try await found() == "cd")
            // Without the permission to read, the files can't even be listed.
            try setMode(0o100)
            await store.removeAll()
            try #require(try await found() == "")
            try setMode(0o500)
            try #require(try await found() == "")
            try setMode(0o700)
            try #require(disk.names.count { $0.hasSuffix("cached") } == 4)
            try #require(try await found() == "")
            try #require(disk.names.count { $0.hasSuffix("cached") } == 0)
            try await store.put("http://a/", bytes(5_000))
            try #require(try await found() == "a")
        }
    }

    @Test func `A URL that isn't a file URL stores nothing`() async throws {
        let url = try #require(URL(string: "https://localhost/tmp"))
        let store = DiskStore(CacheDirectory(url), limit: 1_000_000, storesSecrets: false)
        for size in [10, 100_000] { try await store.put("http://a/", bytes(size)) }
        #expect(try await store.get("http://a/") == nil)
    }

    @Test func `Files that are not from the cache stay`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 20_000)
        try FileManager.default.createDirectory(at: disk.url, withIntermediateDirectories: true)
        let other = disk.url.appending(path: "photo.jpg")
        try bytes(50_000).write(to: other)
        for number in 0..<10 { try await store.put("http://a/\(number)", bytes(4500)) }
        #expect(try await store.get("http://a/9") != nil)
        await store.removeAll()
        #expect(disk.names == ["photo.jpg"])
        #expect(try Data(contentsOf: other) == bytes(50_000))
    }
}
