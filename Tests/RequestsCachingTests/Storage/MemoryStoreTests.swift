import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite("Responses in memory") struct MemoryStoreTests {
    private func head(_ selecting: String? = nil) -> StoredHead {
        StoredHead(
            status: .ok, header: [:], url: "", requestTime: Message.start, responseTime: Message.start,
            selecting: selecting.map { [SelectingField(name: "foo", value: $0)] } ?? [], isSensitive: false)
    }

    private func text(_ url: String, in store: MemoryStore) async throws -> String? {
        guard let entry = store.entries(for: CacheKey(url: url)).first, let body = store.body(of: entry) else {
            return nil
        }
        return String(decoding: try await body.collect(upTo: .max), as: UTF8.self)
    }

    private func add(_ text: String, _ url: String, _ selecting: String? = nil, to store: MemoryStore) async {
        let writer = store.write(head(selecting), for: CacheKey(url: url), byteCount: text.utf8.count)
        await writer?.append(Data(text.utf8))
        await writer?.commit()
    }

    @Test func `the least recently used entry goes first`() async throws {
        let store = MemoryStore(limit: 8_000)
        let body = String(repeating: "x", count: 1_500)
        for url in ["a", "b", "c", "d"] { await add(body, url, to: store) }
        #expect(try await text("a", in: store) == body)
        await add(body, "e", to: store)
        #expect(try await text("b", in: store) == nil)
        #expect(try await text("a", in: store) == body)
        #expect(store.byteCount <= 8_000)
    }

    @Test(arguments: [Int.max, .max - 1, 1 << 62]) func `a length beyond any memory is refused`(length: Int) {
        #expect(MemoryStore(limit: .max).write(head(), for: CacheKey(url: "a"), byteCount: length) == nil)
        #expect(MemoryStore(limit: 8_000).write(head(), for: CacheKey(url: "a"), byteCount: length) == nil)
    }

    @Test func `a body that is larger than a quarter of the limit is refused`() async throws {
        let store = MemoryStore(limit: 8_000)
        #expect(store.write(head(), for: CacheKey(url: "a"), byteCount: 2_000) == nil)
        let writer = store.write(head(), for: CacheKey(url: "a"), byteCount: nil)
        await writer?.append(Data(count: 1_000))
        await writer?.append(Data(count: 1_000))
        await writer?.commit()
        #expect(store.entries(for: CacheKey(url: "a")).isEmpty)
        #expect(store.byteCount == 0)
    }

    @Test func `entries that are being written leave no room for a new one`() async {
        let store = MemoryStore(limit: 8_000)
        var writers: [any CacheWriter] = []
        for url in ["a", "b", "c", "d"] {
            guard let writer = store.write(head(), for: CacheKey(url: url), byteCount: nil) else { continue }
            await writer.append(Data(count: 1_700))
            writers.append(writer)
        }
        #expect(writers.count == 4)
        #expect(store.write(head(), for: CacheKey(url: "e"), byteCount: nil) == nil)
        for writer in writers { await writer.commit() }
        // An entry that is completely written can make room.
        #expect(store.write(head(), for: CacheKey(url: "e"), byteCount: nil) != nil)
        #expect(store.entries(for: CacheKey(url: "a")).isEmpty)
        #expect(store.byteCount <= 8_000)
    }

    @Test func `a key keeps its newest variants`() async {
        let store = MemoryStore(limit: 1 << 20)
        for number in 0..<40 { await add("x", "a", "\(number)", to: store) }
        let values = store.entries(for: CacheKey(url: "a")).compactMap { $0.head.selecting.first?.value }
        #expect(values == (8..<40).reversed().map(String.init))
    }

    @Test func `an entry that is removed while it is written is not stored`() async {
        let store = MemoryStore(limit: 8_000)
        let writer = store.write(head(), for: CacheKey(url: "a"), byteCount: nil)
        await writer?.append(Data(count: 10))
        store.removeAll(for: CacheKey(url: "a"))
        await writer?.append(Data(count: 10))
        await writer?.commit()
        #expect(store.entries(for: CacheKey(url: "a")).isEmpty)
        #expect(store.byteCount == 0)
    }

    @Test func `an entry that is replaced can be read to its end`() async throws {
        let store = MemoryStore(limit: 8_000)
        await add("one", "a", to: store)
        let entry = try #require(store.entries(for: CacheKey(url: "a")).first)
        let body = try #require(store.body(of: entry))
        await add("two", "a", to: store)
        #expect(store.entries(for: CacheKey(url: "a")).count == 1)
        #expect(store.body(of: entry) == nil)
        #expect(try await body.collect(upTo: 10) == Data("one".utf8))
        #expect(try await text("a", in: store) == "two")
    }

    @Test func `a writer that is dropped stores nothing`() async {
        let store = MemoryStore(limit: 8_000)
        do {
            let writer = store.write(head(), for: CacheKey(url: "a"), byteCount: nil)
            await writer?.append(Data(count: 10))
        }
        #expect(store.byteCount == 0)
    }

    @Test func `random changes keep the count and the limit`() async throws {
        let store = MemoryStore(limit: 20_000)
        var random = SystemRandomNumberGenerator()
        for step in 0..<20_000 {
            let key = "\(Int.random(in: 0..<40, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: store.removeAll(for: CacheKey(url: key))
            case 1...3:
                let found = try await text(key, in: store)
                #expect(found == nil || found?.first == key.first, "step \(step)")
            default:
                let count = Int.random(in: 0..<3_000, using: &random)
                await add(key + String(repeating: "x", count: count), key, "\(step % 3)", to: store)
            }
            #expect(store.byteCount <= 20_000)
        }
        for key in 0..<40 { store.removeAll(for: CacheKey(url: "\(key)")) }
        #expect(store.byteCount == 0)
    }
}
