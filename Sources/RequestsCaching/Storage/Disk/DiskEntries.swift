import Foundation
import Requests

/// The entries in a directory that several processes can use at once.
///
/// The entries with the same key are in a single ``DiskRecord``, which is replaced atomically (POSIX `rename`). The
/// record contains the heads and small bodies. A larger body is in a separate file, which is renamed when it is
/// complete, and never changes afterwards. Therefore, a head is never combined with another entry's body, even if a
/// process is killed. If two processes change a record simultaneously, one of the changes is lost. The file of a
/// removed record is reused for a different record. If a process is still reading the file, a checksum detects the
/// change. A process knows only its own requests: it may store a response that is older than a change by another
/// process.
///
/// The functions block while they wait for the disk.
final class DiskEntries: Sendable {
    /// The maximum size of a head, in bytes.
    private static let headLimit = 1 << 16

    let directory: CacheDirectory
    let usage: DiskUsage
    let storesSecrets: Bool
    private let state = Guarded(State())

    private struct State {
        /// The names of the entries being written, by the hashes of their keys.
        var writing: [UInt64: Set<UInt64>] = [:]
        /// The hashes of the records that could not be removed.
        ///
        /// These records are ignored until they have been removed.
        var unremoved: Set<UInt64> = []
        /// Indicates whether all records must be removed, but could not be listed.
        ///
        /// All records are ignored until the directory can be listed.
        var isUnlisted = false

        /// Ends the writing of an entry.
        ///
        /// - Returns: `false` if the entry was removed while it was being written.
        mutating func end(_ hash: UInt64, _ id: UInt64) -> Bool {
            guard writing[hash]?.remove(id) != nil else { return false }
            if writing[hash]?.isEmpty == true { writing[hash] = nil }
            return true
        }
    }

    init(_ directory: CacheDirectory, limit: Int, storesSecrets: Bool) {
        self.directory = directory
        usage = DiskUsage(directory, limit: limit)
        self.storesSecrets = storesSecrets
    }

    func all(for key: CacheKey) -> [StoredEntry] {
        let record = record(for: key, XXHash64.hash(key.url))
        return record?.entries.map { StoredEntry(key: key, id: Hexadecimal.text($0.id), head: $0.head) } ?? []
    }

    /// Reads the entries with a key; `nil` if there are none, or if they should have been removed.
    private func record(for key: CacheKey, _ hash: UInt64) -> DiskRecord? {
        let isGone = state.withLock { state in
            if state.isUnlisted { removeAll(&state) }
            if state.unremoved.contains(hash) { removeRecord(hash, &state) }
            return state.isUnlisted || state.unremoved.contains(hash)
        }
        return isGone ? nil : directory.record(for: key, hash)
    }

    /// Removes a record; if that fails, remembers to ignore it.
    private func removeRecord(_ hash: UInt64, _ state: inout State) {
        if directory.remove(.record(hash)) { state.unremoved.remove(hash) } else { state.unremoved.insert(hash) }
    }

    /// Opens the body of an entry, whose blocks are read on a queue.
    func body(of entry: StoredEntry, on queue: BlockingQueue) -> MessageBody? {
        let hash = XXHash64.hash(entry.key.url)
        guard let id = Hexadecimal.number(entry.id), let stored = record(for: entry.key, hash)?[id] else {
            return nil
        }
        directory.touch(.record(hash))
        switch stored.body {
        case .inline(let bytes):
            return MessageBody(Data(bytes))
        case .file(let count):
            let path = directory.path(of: .body(hash, id))
            let body = StoredBody(path: path, id: id, byteCount: count, queue: queue) { [weak self] in
                self?.remove(entry)
            }
            if let message = body?.message { return message }
            remove(entry)
            return nil
        }
    }

    func write(_ head: StoredHead, for key: CacheKey, byteCount: Int?) -> DiskWriter? {
        guard let head = storable(head), byteCount ?? 0 <= usage.entryLimit else { return nil }
        let writer = DiskWriter(self, head, for: key)
        state.withLock { _ = $0.writing[writer.hash, default: []].insert(writer.id) }
        return writer
    }

    /// Returns the head as it is stored; `nil` if it must not be stored.
    private func storable(_ head: StoredHead) -> StoredHead? {
        guard head.byteCount <= Self.headLimit else { return nil }
        return storesSecrets ? head : head.withoutSecrets
    }

    /// Ends a writer without storing an entry.
    func endWriting(_ part: CacheFileName) {
        state.withLock { _ = $0.end(part.key, part.id) }
        usage.endWriting(part, isRemoved: true)
    }

    /// Makes an entry visible; its body must be complete.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - key: The key of the entry.
    ///   - hash: The hash of the key.
    ///   - size: The number of bytes to add to the record.
    func commit(_ entry: DiskRecord.Entry, for key: CacheKey, _ hash: UInt64, size: Int) {
        let part = CacheFileName.part(hash, entry.id)
        guard usage.reserve(size, for: part) else {
            directory.remove(part)
            return endWriting(part)
        }
        defer { usage.endWriting(part, isRemoved: false) }
        state.withLock { state in
            do throws(FileIssue) {
                guard state.end(hash, entry.id) else {
                    directory.remove(part)
                    return
                }
                if case .file = entry.body {
                    directory.touch(part)
                    try FileNames.move(directory.path(of: part), to: directory.path(of: .body(hash, entry.id)))
                }
                let isIgnored = state.isUnlisted || state.unremoved.contains(hash)
                var record = isIgnored ? DiskRecord(key) : directory.record(for: key, hash) ?? DiskRecord(key)
                let replaced = record.insert(entry)
                try directory.write(record, hash, to: usage.takeSpare())
                state.unremoved.remove(hash)
                removeBodies(of: replaced, hash)
            } catch {
                directory.remove(part)
                directory.remove(.body(hash, entry.id))
            }
        }
    }

    func update(_ entry: StoredEntry, to head: StoredHead) {
        guard let head = storable(head) else { return remove(entry) }
        change(entry) { record, id in
            record.update(id, to: head)
        }
    }

    func remove(_ entry: StoredEntry) {
        change(entry) { record, id in record.remove { $0.id == id } }
    }

    /// Changes the record of an entry, unless the entry no longer exists.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - change: Changes the record, and returns the removed entries.
    private func change(
        _ entry: StoredEntry, _ change: (inout DiskRecord, UInt64) -> [DiskRecord.Entry]
    ) {
        let hash = XXHash64.hash(entry.key.url)
        state.withLock { state in
            guard let id = Hexadecimal.number(entry.id), var record = directory.record(for: entry.key, hash),
                record[id] != nil
            else { return }
            let removed = change(&record, id)
            do throws(FileIssue) {
                if record.entries.isEmpty { removeRecord(hash, &state) } else { try directory.write(record, hash) }
            } catch {
                // If the changed record can't be written, for example because the disk is full, the removed entries
                // must not remain.
                if !removed.isEmpty { removeRecord(hash, &state) }
            }
            removeBodies(of: removed, hash)
        }
    }

    func removeAll(for key: CacheKey) {
        let hash = XXHash64.hash(key.url)
        state.withLock { state in
            state.writing[hash] = nil
            guard let record = directory.record(for: key, hash) else { return }
            removeRecord(hash, &state)
            removeBodies(of: record.entries, hash)
        }
    }

    func removeAll() {
        state.withLock { state in
            state.writing = [:]
            removeAll(&state)
        }
    }

    private func removeAll(_ state: inout State) {
        guard let files = directory.files() else { return state.isUnlisted = true }
        state.isUnlisted = false
        for item in files where !directory.remove(item.name) && item.name.kind == .record {
            state.unremoved.insert(item.name.key)
        }
    }

    private func removeBodies(of entries: [DiskRecord.Entry], _ hash: UInt64) {
        for entry in entries {
            if case .file = entry.body { directory.remove(.body(hash, entry.id)) }
        }
    }
}
