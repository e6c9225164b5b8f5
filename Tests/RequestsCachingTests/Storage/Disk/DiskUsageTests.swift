import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite struct DiskUsageTests {
    private static let urls = (0..<3).map { "http://a/\($0)" }

    private func found(_ urls: [String], in store: DiskStore) async throws -> [String] {
        var found: [String] = []
        for url in urls where try await store.get(url) != nil { found.append(url) }
        return found
    }

    @Test(arguments: [(3_000, 13_000), (30_000, 120_000)])
    func `The least recently used entry makes room, in both processes`(size: Int, limit: Int) async throws {
        let disk = DiskFixture()
        let (one, two) = (disk.store(limit: limit), disk.store(limit: limit))
        for url in Self.urls { try await one.put(url, bytes(size)) }
        // Reading in one process counts as use in the other.
        #expect(try await two.get(Self.urls[0]) != nil)
        try await two.put("http://a/3", bytes(size))
        #expect(try await found(Self.urls + ["http://a/3"], in: one) == [Self.urls[0], Self.urls[2], "http://a/3"])
        #expect(disk.size <= limit)
    }

    @Test func `The directory never has more than the limit`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 200_000)
        for number in 0..<100 {
            try await store.put("http://a/\(number)", bytes(number * 997 % 50_000))
            #expect(disk.size <= 200_000)
            #expect(try await store.get("http://a/\(number)") != nil)
        }
        #expect(disk.size > 100_000)
    }

    @Test func `The entries of an earlier process count`() async throws {
        let disk = DiskFixture()
        for number in 0..<20 {
            try await disk.store(limit: 100_000).put("http://a/\(number)", bytes(20_000))
            #expect(disk.size <= 100_000)
        }
    }

    @Test func `A response larger than a quarter of the limit is not stored, and leaves the old one`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 400_000)
        let key = CacheKey(url: "http://a/")
        try await store.put(key.url, bytes(100_000))
        #expect(await store.write(.of(), for: key, byteCount: 100_001) == nil)
        try await store.put(key.url, bytes(100_001))
        #expect(try await store.get(key.url) == bytes(100_000))
        #expect(disk.names.count == 2)
        let large = StoredHead.of(["X": String(repeating: "x", count: 70_000)])
        #expect(await store.write(large, for: key, byteCount: 0) == nil)
    }

    @Test func `A response isn't stored if unfinished writes leave no room for it`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 4_020_000)
        var writers: [any CacheWriter] = []
        for (number, size) in [1_000_000, 1_000_000, 1_000_000, 1_000_000, 100_000].enumerated() {
            let writer = try #require(
                await store.write(.of(), for: CacheKey(url: "http://a/\(number)"), byteCount: nil))
            await writer.append(bytes(size))
            writers.append(writer)
        }
        try await store.put("http://b/", bytes(3_000))
        #expect(try await store.get("http://b/") == nil)
        for writer in writers { await writer.commit() }
        try await store.put("http://b/", bytes(3_000))
        #expect(try await store.get("http://b/") == bytes(3_000))
        #expect(disk.size <= 4_020_000)
    }

    @Test func `Leftovers of killed processes are removed, but not unfinished writes`() async throws {
        let disk = DiskFixture()
        try await disk.store().put("http://a/", bytes(5000))
        for (id, age) in [(1, 3600.0), (2, 10)] as [(UInt64, Double)] {
            let path = disk.path("\(CacheFileName.part(1, id))")
            try Data([1]).write(to: URL(filePath: path))
            let date = Date(timeIntervalSinceNow: -age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        try await disk.store().put("http://b/", bytes(10))
        #expect(disk.names.filter { $0.hasSuffix("part") } == ["\(CacheFileName.part(1, 2))"])
        #expect(try await disk.store().get("http://a/") == bytes(5000))
    }

    @Test func `Unfinished files, and bodies without a record, make room as they get old`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 60_000)
        for (index, name) in [CacheFileName.part(1, 2), .body(1, 2)].enumerated() {
            try FileManager.default.createDirectory(at: disk.url, withIntermediateDirectories: true)
            try bytes(15_000).write(to: disk.url.appending(path: "\(name)"))
            CacheDirectory(disk.url).touch(name)
            try await store.put("http://a/\(index)", bytes(9_000))
        }
        #expect(disk.names.filter { !$0.hasSuffix("cached") }.count == 3)
        try await store.put("http://a/2", bytes(9_000))
        #expect(try await found(["http://a/0", "http://a/1", "http://a/2"], in: store).count == 2)
        #expect(!disk.names.contains("\(CacheFileName.part(1, 2))"))
    }

    @Test func `Small files count with the blocks that they occupy`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 400_000)
        for number in 0..<200 { try await store.put("http://a/\(number)", bytes(10)) }
        #expect(disk.names.count <= 400_000 / 4_096)
        #expect(disk.names.count > 80)
        #expect(try await store.get("http://a/199") == bytes(10))
    }

    @Test func `A new record gets the file of a removed one, and no file remains`() async throws {
        let disk = DiskFixture()
        var store: DiskStore? = disk.store(limit: 6 * 4_096)
        for number in 0..<6 { try await store?.put("http://a/\(number)", bytes(10)) }
        let numbers = try disk.names.map(disk.fileNumber).sorted()
        try await store?.put("http://a/6", bytes(10))
        #expect(try disk.names.map(disk.fileNumber).sorted() == numbers)
        // The new entry takes the room of two records, but only one of their files.
        try await store?.put("http://a/7", bytes(4_000))
        #expect(disk.names.count { $0.hasSuffix("part") } == 1)
        #expect(try await store?.get("http://a/7") == bytes(4_000))
        #expect(try await disk.store(limit: 6 * 4_096).get("http://a/6") == bytes(10))
        store = nil
        while disk.names.contains(where: { $0.hasSuffix("part") }) { await Task.yield() }
        #expect(disk.names.count == 5)
    }

    @Test func `A record whose file was used again is damaged for its readers, not changed`() throws {
        let disk = DiskFixture()
        let directory = CacheDirectory(disk.url)
        let (old, new) = (DiskRecord(CacheKey(url: "http://a/1")), DiskRecord(CacheKey(url: "http://a/22")))
        try directory.write(old, 1)
        let reader = try #require(CachedFile(directory.path(of: .record(1))))
        let spare = try #require(directory.recycle(.record(1)))
        #expect(reader.readAll() == nil)
        try directory.write(new, 2, to: spare)
        #expect(reader.readAll().flatMap { DiskRecord($0) } == nil)
        #expect(directory.record(for: new.key, 2) != nil)
        // Another process may remove the empty file.
        try directory.write(old, 1, to: spare)
        #expect(directory.record(for: old.key, 1) != nil)
        #expect(directory.recycle(.record(3)) == nil)
    }

    @Test func `A smaller limit is reached by the removal of a thousand files at a time`() async throws {
        let disk = DiskFixture()
        try FileManager.default.createDirectory(at: disk.url, withIntermediateDirectories: true)
        for number in 0..<2_500 as Range<UInt64> {
            let path = disk.path("\(CacheFileName.body(number, 1))")
            #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
        }
        let store = disk.store(limit: 40_960)
        var counts: [Int] = []
        for _ in 0..<3 {
            try await store.put("http://a/", bytes(10))
            counts.append(disk.names.count)
        }
        #expect(counts == [1_500, 500, 10])
        #expect(try await store.get("http://a/") == bytes(10))
    }

    @Test func `Entries from the future are the oldest`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 70_000)
        try await store.put("http://a/future", bytes(9000))
        let future = Date(timeIntervalSinceNow: 1e8)
        for name in disk.names {
            try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: disk.path(name))
        }
        for url in Self.urls { try await store.put(url, bytes(9000)) }
        try await store.put("http://a/3", bytes(9000))
        #expect(try await found(["http://a/future"] + Self.urls, in: store) == Self.urls)
    }

    @Test(arguments: [0, -1, Int.min]) func `A cache without room stores nothing`(limit: Int) async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: limit)
        let writer = await store.write(.of(), for: CacheKey(url: "http://a/"), byteCount: nil)
        await writer?.append(bytes(1))
        await writer?.commit()
        #expect(try await store.get("http://a/") == nil)
        #expect(disk.names.isEmpty)
    }

    @Test func `The limit can be the largest integer`() async throws {
        let disk = DiskFixture()
        try await disk.store(limit: .max).put("http://a/", bytes(5000))
        #expect(try await disk.store(limit: .max).get("http://a/") == bytes(5000))
    }

    @Test func `Bodies that arrive at once stay within the limit`() async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 1_000_000)
        try await store.put("http://a/old", bytes(200_000))
        let urls = (0..<12).map { "http://a/\($0)" }
        var writers: [any CacheWriter] = []
        for url in urls {
            writers.append(try #require(await store.write(.of(), for: CacheKey(url: url), byteCount: nil)))
        }
        for _ in 0..<3 {
            for writer in writers {
                await writer.append(bytes(70_000))
                #expect(disk.size <= 1_000_000)
            }
        }
        for writer in writers { await writer.commit() }
        #expect(disk.size <= 1_000_000)
        // Some writers gave up to make room for others.
        let stored = try await found(urls, in: store)
        #expect((1..<12).contains(stored.count))
        for url in stored { #expect(try await store.get(url)?.count == 210_000) }
        #expect(try await store.get("http://a/old") == nil)
        writers = []
        while disk.names.contains(where: { $0.hasSuffix("part") }) { await Task.yield() }
        // The space of the unfinished entries is free again.
        for url in urls { try await store.put(url, bytes(200_000)) }
        #expect(try await found(urls, in: store).count >= 4)
    }
}
