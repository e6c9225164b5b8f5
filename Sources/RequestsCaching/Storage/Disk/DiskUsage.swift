import Requests

/// Keeps the files of a cache within its limit, and removes the least recently used files first.
///
/// The files' times show their last use, so all processes with the same directory agree. Each process reserves bytes
/// before writing them. Other processes also write to the directory, so a process rescans it whenever it has reserved a
/// sixteenth of the limit.
final class DiskUsage: Sendable {
    /// The time without writes after which an unfinished file is removed, in nanoseconds.
    ///
    /// The process that writes the file may have been killed. If that process is still running, it doesn't store the
    /// response.
    private static let partLifetime: Int64 = 600 * 1_000_000_000

    /// The maximum number of files to remove for one entry, so that a call doesn't wait for the removal of a whole cache.
    private static let portion = 1_000

    /// The maximum number of empty files that are kept for later records.
    private static let spareLimit = 8

    private let directory: CacheDirectory
    private let limit: Int
    private let state = Guarded(State())

    private struct State {
        /// The bytes that the last scan of the directory found, and the bytes reserved since then.
        var total = 0
        /// The bytes reserved since the last scan; `nil` before the first scan.
        var unseen: Int?
        /// The bytes of the files that this process is writing.
        var writing: [CacheFileName: Int] = [:]
        /// The files to remove when room is needed; the least recently used file comes last.
        var surplus: [CacheDirectory.Item] = []
        /// The empty files of removed records.
        ///
        /// They are reused, because a file system may need a long time to create a new file.
        var spares: [CacheFileName] = []
    }

    init(_ directory: CacheDirectory, limit: Int) {
        self.directory = directory
        // A size is at most a quarter of the limit, so no sum overflows.
        self.limit = max(0, min(limit, 1 << 60))
    }

    deinit {
        for spare in state.withLock(\.spares) { directory.remove(spare) }
    }

    /// The maximum size of an entry, because a larger entry would replace most other entries.
    var entryLimit: Int { limit / 4 }

    /// Reserves bytes for an entry before they are written, and removes other entries if necessary.
    ///
    /// - Parameters:
    ///   - size: The number of bytes.
    ///   - part: The file to which the entry is written.
    /// - Returns: Whether there is room.
    func reserve(_ size: Int, for part: CacheFileName) -> Bool {
        state.withLock { state in
            let written = state.writing[part] ?? 0
            let grown = min(size, limit) + written
            let size = CacheDirectory.sizeOnDisk(of: grown) - CacheDirectory.sizeOnDisk(of: written)
            if state.unseen.map({ size > limit / 16 - $0 }) ?? true { scan(for: size, &state) }
            removeSurplus(for: size, &state)
            if size > limit - state.total, state.surplus.isEmpty {
                // Files that were used since the scan are not removed, so the result of the scan may not suffice.
                scan(for: size, &state)
                removeSurplus(for: size, &state)
            }
            guard size <= limit - state.total else { return false }
            state.total += size
            state.unseen = (state.unseen ?? 0) + size
            state.writing[part] = grown
            return true
        }
    }

    /// Notes that an entry is no longer written.
    ///
    /// - Parameters:
    ///   - part: The file to which the entry was written.
    ///   - isRemoved: Whether the file was removed, so that its bytes no longer count.
    func endWriting(_ part: CacheFileName, isRemoved: Bool) {
        state.withLock { state in
            let size = state.writing.removeValue(forKey: part) ?? 0
            if isRemoved { state.total -= CacheDirectory.sizeOnDisk(of: size) }
        }
    }

    /// Takes the empty file of a removed record, for a new record.
    func takeSpare() -> CacheFileName? { state.withLock { $0.spares.popLast() } }

    /// Scans all files, for their total size and for the files to remove until the next scan.
    private func scan(for room: Int, _ state: inout State) {
        let now = CacheDirectory.now
        // Some of the reserved bytes may not have been written yet.
        var items = (directory.files() ?? []).filter { state.writing[$0.name] == nil }
        items.removeAll { item in
            let (age, isTooFar) = now.subtractingReportingOverflow(item.used)
            let isOld = item.name.kind == .part && (isTooFar || age.magnitude > Self.partLifetime)
            if isOld { directory.remove(item.name) }
            return isOld
        }
        let unfinished = state.writing.values.reduce(0) { $0 + CacheDirectory.sizeOnDisk(of: $1) }
        (state.total, state.unseen, state.surplus) = (items.reduce(unfinished) { $0 + $1.size }, 0, [])
        var excess = state.total + room + limit / 16 - limit
        guard excess > 0 else { return }
        let surplus = Self.leastRecentlyUsedFirst(items, now: now).prefix { item in
            defer { excess -= item.size }
            return excess > 0
        }
        state.surplus = surplus.reversed()
    }

    /// Removes files that weren't used since the scan, until there is enough room.
    private func removeSurplus(for room: Int, _ state: inout State) {
        var count = 0
        while room > limit - state.total, count < Self.portion, let item = state.surplus.popLast() {
            count += 1
            guard directory.modified(item.name) == item.modified else { continue }
            if item.name.kind == .record, state.spares.count < Self.spareLimit,
                let spare = directory.recycle(item.name)
            {
                state.spares.append(spare)
                state.total -= item.size
            } else if directory.remove(item.name) {
                state.total -= item.size
            }
        }
    }

    /// Sorts files by last use.
    ///
    /// A record counts as used whenever one of its bodies is used, and follows these bodies.
    private static func leastRecentlyUsedFirst(_ items: [CacheDirectory.Item], now: Int64) -> [CacheDirectory.Item] {
        // The clock may have been changed, so a use in the future is ignored.
        let latest = now + 60 * 1_000_000_000
        var items = items.map { item in
            var item = item
            if item.used > latest { item.used = 0 }
            return item
        }
        let uses = Dictionary(items.map { ($0.name.key, $0.used) }, uniquingKeysWith: max)
        for index in items.indices where items[index].name.kind == .record {
            items[index].used = uses[items[index].name.key] ?? 0
        }
        return items.sorted {
            ($0.used, $0.name.kind == .record ? 1 : 0) < ($1.used, $1.name.kind == .record ? 1 : 0)
        }
    }
}
