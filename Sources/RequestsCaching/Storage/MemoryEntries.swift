import Foundation

/// The entries of a store in memory, in order of use.
///
/// The order is a linked list inside an array, because releasing a linked list of objects would be recursive.
struct MemoryEntries: Sendable {
    private struct Slot {
        let key: CacheKey
        let body: Data
        var byteCount: Int
        /// The slots that were used directly after and before this one.
        var newer: Int?
        var older: Int?
    }

    /// The entries with the same key, and their slots; the entry that was written last comes first.
    private struct Variants {
        var entries: [StoredEntry] = []
        var slots: [Int] = []
    }

    private var slots: [Slot?] = []
    private var free: [Int] = []
    private var byKey: [CacheKey: Variants] = [:]
    private var newest: Int?
    private var oldest: Int?

    /// The maximum number of entries with the same key.
    ///
    /// Additional variants of a URL are rarely used again.
    private static let variantLimit = 32

    func heads(for key: CacheKey) -> [StoredEntry] { byKey[key]?.entries ?? [] }

    /// Returns the body of an entry, and marks it as last used.
    mutating func use(_ entry: StoredEntry) -> Data? {
        guard let index = index(of: entry) else { return nil }
        if newest != index {
            unlink(index)
            link(index)
        }
        return slots[index]?.body
    }

    /// Adds an entry and removes the entries that it replaces; returns the size of the removed entries in bytes.
    mutating func add(_ entry: StoredEntry, body: Data, byteCount: Int) -> Int {
        var removed = 0
        for other in heads(for: entry.key) where other.head.selecting == entry.head.selecting {
            removed += remove(other)
        }
        if let indices = byKey[entry.key]?.slots, indices.count >= Self.variantLimit, let last = indices.last {
            removed += remove(last)
        }
        let slot = Slot(key: entry.key, body: body, byteCount: byteCount)
        let index = free.popLast() ?? slots.count
        if index == slots.count { slots.append(slot) } else { slots[index] = slot }
        byKey[entry.key, default: Variants()].entries.insert(entry, at: 0)
        byKey[entry.key]?.slots.insert(index, at: 0)
        link(index)
        return removed
    }

    /// Replaces the head of an entry; returns the increase in bytes.
    mutating func update(_ entry: StoredEntry, to head: StoredHead) -> Int {
        guard let index = index(of: entry), let variants = byKey[entry.key],
            let place = variants.slots.firstIndex(of: index)
        else { return 0 }
        let growth = head.byteCount - variants.entries[place].head.byteCount
        byKey[entry.key]?.entries[place] = StoredEntry(key: entry.key, id: entry.id, head: head)
        slots[index]?.byteCount += growth
        return growth
    }

    /// Removes an entry; returns its size in bytes.
    mutating func remove(_ entry: StoredEntry) -> Int { index(of: entry).map { remove($0) } ?? 0 }

    /// Removes the entries with a key; returns their size in bytes.
    mutating func removeAll(for key: CacheKey) -> Int {
        (byKey[key]?.slots ?? []).reduce(0) { $0 + remove($1) }
    }

    /// Removes the least recently used entry; returns its size in bytes, or `nil` if there are no entries.
    mutating func removeOldest() -> Int? { oldest.map { remove($0) } }

    private func index(of entry: StoredEntry) -> Int? {
        guard let variants = byKey[entry.key] else { return nil }
        return variants.entries.firstIndex { $0.id == entry.id }.map { variants.slots[$0] }
    }

    private mutating func remove(_ index: Int) -> Int {
        guard let slot = slots[index] else { return 0 }
        unlink(index)
        slots[index] = nil
        free.append(index)
        if let place = byKey[slot.key]?.slots.firstIndex(of: index) {
            byKey[slot.key]?.slots.remove(at: place)
            byKey[slot.key]?.entries.remove(at: place)
        }
        if byKey[slot.key]?.slots.isEmpty == true { byKey[slot.key] = nil }
        return slot.byteCount
    }

    private mutating func link(_ index: Int) {
        slots[index]?.older = newest
        slots[index]?.newer = nil
        if let newest { slots[newest]?.newer = index }
        newest = index
        if oldest == nil { oldest = index }
    }

    private mutating func unlink(_ index: Int) {
        let (newer, older) = (slots[index]?.newer, slots[index]?.older)
        if let newer { slots[newer]?.older = older } else { newest = older }
        if let older { slots[older]?.newer = newer } else { oldest = newer }
    }
}
