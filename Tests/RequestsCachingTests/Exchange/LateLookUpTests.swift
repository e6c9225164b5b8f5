import Foundation
import Requests
import RequestsConformance
import Testing

@testable import RequestsCaching

/// Messages that query the store before a response is stored, and continue after it.
@Suite("Late look-ups", .timeLimit(.minutes(1)))
struct LateLookUpTests {
    /// A store that can delay the result of a look-up.
    private final class HeldStore: CacheStore {
        private let base = MemoryStore(limit: 1 << 20)
        private let heldNumber = Guarded<Int?>(nil)
        private let count = Guarded(0)
        let asked = Gate(), mayGoOn = Gate()

        /// The number of look-ups.
        var lookUpCount: Int { count.withLock { $0 } }

        /// Delays the look-up after the next one.
        func holdSecond() { heldNumber.withLock { $0 = lookUpCount + 2 } }

        func entries(for key: CacheKey) async -> [StoredEntry] {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let entries = base.entries(for: key)
            if heldNumber.withLock({ $0 == number }) {
                asked.open()
                await mayGoOn.opened()
            }
            return entries
        }

        func body(of entry: StoredEntry) -> MessageBody? { base.body(of: entry) }
        func update(_ entry: StoredEntry, to head: StoredHead) { base.update(entry, to: head) }
        func remove(_ entry: StoredEntry) { base.remove(entry) }
        func removeAll(for key: CacheKey) { base.removeAll(for: key) }
        func removeAll() { base.removeAll() }
        func write(_ head: StoredHead, for key: CacheKey, byteCount: Int?) -> (any CacheWriter)? {
            base.write(head, for: key, byteCount: byteCount)
        }
    }

    @Test func `a message isn't sent if the response was stored in the meantime`() async throws {
        let store = HeldStore()
        let transport = ScriptedTransport { _, count in .made(200, ["Cache-Control": "max-age=60"], "\(count)") }
        let cached = transport.caching(in: CacheStorage(store: store))
        // The call looks up first, and then its only hop does.
        store.holdSecond()
        let late = Task { try await cached.get() }
        await store.asked.opened()
        #expect(try await cached.get() == (.miss, "1"))
        store.mayGoOn.open()
        #expect(try await late.value == (.hit, "1"))
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [true, false])
    func `a response isn't validated in the background if that happened in the meantime`(isConfirmed: Bool) async throws
    {
        let store = HeldStore()
        let date = TestDate()
        let header: HeaderFields = ["Cache-Control": "max-age=60, stale-while-revalidate=60", "ETag": "\"a\""]
        let transport = ScriptedTransport { _, count in
            count > 1 && isConfirmed ? .made(304, header) : .made(200, header, "\(count)")
        }
        let cached = transport.caching(in: CacheStorage(store: store), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        store.holdSecond()
        let late = Task { try await cached.get() }
        await store.asked.opened()
        #expect(try await cached.get() == (.stale, "1"))
        while try await cached.get().0 != .hit { await Task.yield() }
        let count = store.lookUpCount
        store.mayGoOn.open()
        #expect(try await late.value == (isConfirmed ? (.stale, "1") : (.hit, "2")))
        // If the entry was replaced, it is looked up again; if it was confirmed, it is looked up before its validation.
        // If the first validation has not quite ended, the call joins it without a look-up.
        for _ in 0..<10_000 where store.lookUpCount == count { await Task.yield() }
        #expect(try await cached.get("http://h/b").0 == .miss)
        #expect(transport.requests.count { $0.urlText == "http://h/a" } == 2)
    }
}
