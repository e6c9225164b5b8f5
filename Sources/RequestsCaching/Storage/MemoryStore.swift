import Foundation
import Requests

extension CacheStorage {
    /// Stores responses in memory.
    ///
    /// The least recently used responses are removed first. A response larger than a quarter of the limit is not stored.
    ///
    /// - Parameter limit: The maximum size of all responses with their heads, in bytes.
    /// - Returns: An empty storage. All transports that use this value share the storage.
    public static func memory(limit: Int) -> CacheStorage {
        CacheStorage(store: MemoryStore(limit: limit))
    }
}

/// A store in memory.
final class MemoryStore: CacheStore {
    private let limit: Int
    private let state = Guarded(State())

    private struct State {
        var entries = MemoryEntries()
        /// The bytes of all entries, including those being written.
        var byteCount = 0
        /// The entries being written, by number.
        var writing: [Int: (key: CacheKey, byteCount: Int)] = [:]
        var lastNumber = 0
    }

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// The number of bytes that count towards the limit.
    var byteCount: Int { state.withLock(\.byteCount) }

    func entries(for key: CacheKey) -> [StoredEntry] {
        state.withLock { $0.entries.heads(for: key) }
    }

    func body(of entry: StoredEntry) -> MessageBody? {
        state.withLock { $0.entries.use(entry) }.map { MessageBody($0) }
    }

    func write(_ head: StoredHead, for key: CacheKey, byteCount: Int?) -> (any CacheWriter)? {
        // A server may announce any length, so a sum with this length could overflow.
        guard head.byteCount <= limit / 4, byteCount ?? 0 <= limit / 4 - head.byteCount else { return nil }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.writing[state.lastNumber] = (key, 0)
            return state.lastNumber
        }
        let writer = MemoryWriter(self, number, head)
        return reserve(head.byteCount, for: number) ? writer : nil
    }

    func update(_ entry: StoredEntry, to head: StoredHead) {
        state.withLock { state in
            state.byteCount += state.entries.update(entry, to: head)
            Self.makeRoom(in: &state, within: limit)
        }
    }

    func remove(_ entry: StoredEntry) {
        state.withLock { $0.byteCount -= $0.entries.remove(entry) }
    }

    func removeAll(for key: CacheKey) {
        state.withLock { state in
            state.byteCount -= state.entries.removeAll(for: key)
            for (number, entry) in state.writing where entry.key == key { Self.end(number, in: &state) }
        }
    }

    func removeAll() {
        state.withLock { state in
            let last = state.lastNumber
            state = State()
            state.lastNumber = last
        }
    }

    /// Reserves bytes for an entry being written, and removes other entries if necessary; returns whether there is
    /// room.
    fileprivate func reserve(_ count: Int, for number: Int) -> Bool {
        state.withLock { state in
            guard let entry = state.writing[number] else { return false }
            guard entry.byteCount + count <= limit / 4 else {
                Self.end(number, in: &state)
                return false
            }
            state.writing[number] = (entry.key, entry.byteCount + count)
            state.byteCount += count
            Self.makeRoom(in: &state, within: limit)
            if state.byteCount <= limit { return true }
            Self.end(number, in: &state)
            return false
        }
    }

    fileprivate func commit(_ number: Int, _ head: StoredHead, _ body: Data) {
        state.withLock { state in
            guard let written = state.writing.removeValue(forKey: number) else { return }
            let entry = StoredEntry(key: written.key, id: "\(number)", head: head)
            state.byteCount -= state.entries.add(entry, body: body, byteCount: written.byteCount)
        }
    }

    fileprivate func end(_ number: Int) {
        state.withLock { Self.end(number, in: &$0) }
    }

    private static func end(_ number: Int, in state: inout State) {
        if let entry = state.writing.removeValue(forKey: number) { state.byteCount -= entry.byteCount }
    }

    private static func makeRoom(in state: inout State, within limit: Int) {
        while state.byteCount > limit, let removed = state.entries.removeOldest() { state.byteCount -= removed }
    }
}

/// Writes an entry of a store in memory.
private final class MemoryWriter: CacheWriter {
    private let store: MemoryStore
    private let number: Int
    private let head: StoredHead
    private let body = Guarded<Data?>(Data())

    init(_ store: MemoryStore, _ number: Int, _ head: StoredHead) {
        self.store = store
        self.number = number
        self.head = head
    }

    deinit { store.end(number) }

    func append(_ chunk: Data) {
        let fits = store.reserve(chunk.count, for: number)
        body.withLock { body in
            if !fits {
                body = nil
            } else if body?.isEmpty == true {
                // A body of one chunk shares its bytes with the reader.
                body = chunk
            } else {
                body?.append(chunk)
            }
        }
    }

    func commit() {
        if let body = body.withLock({ $0 }) { store.commit(number, head, body) }
    }
}
