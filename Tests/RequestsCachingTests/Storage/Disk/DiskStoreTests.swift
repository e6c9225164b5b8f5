import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite(.timeLimit(.minutes(1))) struct DiskStoreTests {
    /// Sizes around the limits from which a body has a separate file, needs another block, or is no longer kept in
    /// memory.
    static let sizes = [
        0, 1, 4096, 4097, 65_535, 65_536, 65_537, 131_072, 262_144, 262_145, 1_000_000,
    ]

    @Test(arguments: sizes) func `A written body is read back, also by another process`(size: Int) async throws {
        let disk = DiskFixture()
        try await disk.store().put("http://a/", bytes(size), head: .of(["A": "b"]))
        let store = disk.store()
        #expect(try await store.get("http://a/") == bytes(size))
        #expect(await store.entries(for: CacheKey(url: "http://a/")).map(\.head.header) == [["A": "b"]])
        #expect(try await store.get("http://b/") == nil)
        #expect(disk.names.count == (size > 4096 ? 2 : 1))
        #expect(disk.names.allSatisfy { CacheFileName($0) != nil })
    }

    @Test func `Of many variants with large heads, only the last ones and their bodies stay`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        let key = CacheKey(url: "http://a/")
        let header: HeaderFields = ["X": String(repeating: "x", count: 60_000)]
        for index in 0..<40 {
            let selecting = [SelectingField(name: "foo", value: "\(index)")]
            try await store.put(key.url, bytes(5000), head: .of(header, selecting: selecting))
            #expect(await store.entries(for: key).first?.head.selecting == selecting)
        }
        let count = await store.entries(for: key).count
        #expect(count > 12)
        #expect(disk.names.count == count + 1)
    }

    @Test(arguments: [9.3e9, 1e12, -1e11]) func `A file with an impossible time is removed`(time: Double) async throws {
        let disk = DiskFixture()
        let store = disk.store(limit: 100_000)
        try await store.put("http://a/", bytes(10))
        let path = disk.path(CacheFileName.part(1, 2).description)
        #expect(FileManager.default.createFile(atPath: path, contents: Data(count: 10)))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
        for index in 0..<30 { try await store.put("http://\(index)/", bytes(5000)) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [1, 7, 65_536, 65_537, 300_000]) func `The chunks of a body can have any size`(
        size: Int
    ) async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(140_000), chunk: size)
        #expect(try await store.get("http://a/") == bytes(140_000))
    }

    @Test func `A body can be read twice at once, in blocks`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(500_000))
        let entry = try #require(await store.entries(for: CacheKey(url: "http://a/")).first)
        let bodies = [try #require(await store.body(of: entry)), try #require(await store.body(of: entry))]
        var iterators = bodies.map { $0.makeAsyncIterator() }
        var read = [Data(), Data()]
        for _ in 0..<8 {
            for index in 0..<2 {
                let chunk = try #require(try await iterators[index].next())
                #expect(chunk.count <= BodyFile.blockSize)
                read[index].append(chunk)
            }
        }
        #expect(read == [bytes(500_000), bytes(500_000)])
        #expect(try await iterators[0].next() == nil)
    }

    @Test(arguments: [10, 10_000]) func `A response replaces the one before it, and its file`(size: Int) async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(size, 1))
        try await store.put("http://a/", bytes(size, 2))
        #expect(try await store.get("http://a/") == bytes(size, 2))
        #expect(disk.names.count == (size > 4096 ? 2 : 1))
    }

    @Test func `Responses for other values of the selecting fields are kept, the last one first`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        let key = CacheKey(url: "http://a/")
        for (index, language) in ["en", "de", nil].enumerated() {
            let selecting = [SelectingField(name: "accept-language", value: language)]
            try await store.put(key.url, bytes(5000, UInt8(index)), head: .of(selecting: selecting))
        }
        var entries = await store.entries(for: key)
        #expect(entries.map(\.head.selecting[0].value) == [nil, "de", "en"])
        let body = try #require(await store.body(of: entries[1]))
        #expect(try await body.collect(upTo: .max) == bytes(5000, 1))
        await store.update(entries[2], to: .of(["X": "new"], selecting: entries[2].head.selecting))
        await store.remove(entries[0])
        entries = await store.entries(for: key)
        #expect(entries.map(\.head.selecting[0].value) == ["en", "de"])
        #expect(entries[0].head.header == ["X": "new"])
        #expect(disk.names.count == 3)
        await store.remove(entries[0])
        await store.remove(entries[1])
        #expect(disk.names.isEmpty)
    }

    @Test(arguments: [10, 100_000]) func `A new head keeps the body and the name of the entry`(size: Int) async throws {
        let disk = DiskFixture()
        let store = disk.store()
        let key = CacheKey(url: "http://a/")
        try await store.put(key.url, bytes(size))
        let entry = try #require(await store.entries(for: key).first)
        let bodies = disk.names.filter { $0.hasSuffix("body") }
        await store.update(entry, to: .of(["ETag": "\"2\"", "Age": "0"]))
        let updated = try #require(await store.entries(for: key).first)
        #expect(updated.id == entry.id)
        #expect(updated.head.header == ["ETag": "\"2\"", "Age": "0"])
        #expect(try await store.get(key.url) == bytes(size))
        #expect(disk.names.filter { $0.hasSuffix("body") } == bodies)
    }

    @Test func `An entry that was replaced or removed is not updated, and has no body`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        let key = CacheKey(url: "http://a/")
        try await store.put(key.url, bytes(10))
        let old = try #require(await store.entries(for: key).first)
        try await store.put(key.url, bytes(20))
        #expect(await store.body(of: old) == nil)
        await store.update(old, to: .of(["X": "old"]))
        await store.remove(old)
        #expect(await store.entries(for: key).map(\.head.header) == [["ETag": "\"1\""]])
        await store.removeAll(for: key)
        await store.update(old, to: .of(["X": "old"]))
        #expect(await store.entries(for: key).isEmpty)
        #expect(disk.names.isEmpty)
    }

    @Test(arguments: [10, 100_000]) func `A dropped writer stores nothing and leaves nothing behind`(
        size: Int
    ) async throws {
        let disk = DiskFixture()
        let store = disk.store()
        do {
            let writer = try #require(await store.write(.of(), for: CacheKey(url: "http://a/"), byteCount: nil))
            await writer.append(bytes(size))
            #expect(disk.names.count == (size > 65_536 ? 1 : 0))
        }
        // The thread that wrote may keep the writer alive for a moment.
        while !disk.names.isEmpty { await Task.yield() }
        #expect(try await store.get("http://a/") == nil)
    }

    @Test(arguments: [true, false]) func `Removing an entry also ends its unfinished writes`(everything: Bool)
        async throws
    {
        let disk = DiskFixture()
        let store = disk.store()
        let key = CacheKey(url: "http://a/")
        try await store.put(key.url, bytes(10_000, 1))
        let writer = try #require(await store.write(.of(), for: key, byteCount: 100_000))
        await writer.append(bytes(99_999))
        if everything { await store.removeAll() } else { await store.removeAll(for: key) }
        #expect(try await store.get(key.url) == nil)
        await writer.append(bytes(1))
        await writer.commit()
        #expect(try await store.get(key.url) == nil)
        #expect(disk.names.isEmpty)
        try await store.put(key.url, bytes(3))
        #expect(try await store.get(key.url) == bytes(3))
    }

    @Test func `A removed body is still read to its end`() async throws {
        let disk = DiskFixture()
        let store = disk.store()
        try await store.put("http://a/", bytes(400_000))
        let entry = try #require(await store.entries(for: CacheKey(url: "http://a/")).first)
        let body = try #require(await store.body(of: entry))
        var iterator = body.makeAsyncIterator()
        var read = try #require(try await iterator.next())
        await store.removeAll()
        try await store.put("http://a/", bytes(400_000, 9))
        while let chunk = try await iterator.next() { read.append(chunk) }
        #expect(read == bytes(400_000))
    }

    @Test func `Two stores with one directory see each other's changes at once`() async throws {
        let disk = DiskFixture()
        let (one, two) = (disk.store(), disk.store())
        try await one.put("http://a/", bytes(9000, 1))
        #expect(try await two.get("http://a/") == bytes(9000, 1))
        try await two.put("http://a/", bytes(9000, 2))
        #expect(try await one.get("http://a/") == bytes(9000, 2))
        let entry = try #require(await one.entries(for: CacheKey(url: "http://a/")).first)
        await two.update(entry, to: .of(["X": "2"]))
        #expect(await one.entries(for: entry.key).first?.head.header == ["X": "2"])
        await one.removeAll(for: entry.key)
        #expect(try await two.get("http://a/") == nil)
        #expect(disk.names.isEmpty)
    }

    @Test func `Many tasks write and read the same keys, and read only complete bodies`() async throws {
        let disk = DiskFixture()
        let stores = [disk.store(limit: 300_000), disk.store(limit: 300_000)]
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<30 {
                        let (store, url) = (stores[task % 2], "http://a/\((task + round) % 5)")
                        let size = 100 * (round * 37 % 300)
                        // The first byte names the contents.
                        let name = UInt8(truncatingIfNeeded: task * 30 + round)
                        try? await store.put(url, bytes(size, name))
                        guard let found = try? await store.get(url), let first = found.first else { continue }
                        #expect(found == bytes(found.count, first))
                        if round % 7 == 0 { await store.removeAll(for: CacheKey(url: url)) }
                    }
                }
            }
        }
        #expect(disk.names.allSatisfy { !$0.hasSuffix("part") })
    }
}
