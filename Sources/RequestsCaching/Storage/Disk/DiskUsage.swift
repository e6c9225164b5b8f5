import Requests

/// Keeps the files of a cache within its limit, and removes the least recently used ones first.
///
/// The files carry the time of their last use, so all processes with the same directory agree. Each of them counts the
/// bytes that it writes before it does, and looks at the directory again after a sixteenth of the limit, because others write, too.
final class DiskUsage: Sendable {
    /// The time after which an unfinished file is removed that nobody has written to, in nanoseconds.
    ///
    /// A process may have been killed while it wrote the file. If it still lives, its response is not stored.
    private static let partLifetime: Int64 = 600 * 1_000_000_000

    private let directory: CacheDirectory
    private let limit: Int
    private let state = Guarded(State())

    private struct State {
        /// The bytes in the directory when it was last looked at, and those reserved since.
        var total = 0
        /// The bytes reserved since; `nil` before the first look.
        var unseen: Int?
        /// The bytes of the files that this process is writing.
        var writing: [CacheFileName: Int] = [:]
    }

    init(_ directory: CacheDirectory, limit: Int) {
        self.directory = directory
        // A size is at most a quarter of it, so that no sum overflows.
        self.limit = max(0, min(limit, 1 << 60))
    }

    /// The size of the largest entry: one that is larger would replace most others.
    var entryLimit: Int { limit / 4 }

    /// Counts bytes of an entry that is being written, before they are, and removes other entries for them.
    ///
    /// - Parameters:
    ///   - size: The number of bytes.
    ///   - part: The file in which the entry is written.
    /// - Returns: Whether there is room.
    func reserve(_ size: Int, for part: CacheFileName) -> Bool {
        state.withLock { state in
            if let unseen = state.unseen, size <= limit / 16 - unseen, size <= limit - state.total {
                state.unseen = unseen + size
            } else {
                state.total = evict(for: size, keeping: state.writing)
                state.unseen = size
            }
            guard size <= limit - state.total else { return false }
            state.total += size
            state.writing[part, default: 0] += size
            return true
        }
    }

    /// Notes that an entry is no longer written.
    ///
    /// - Parameters:
    ///   - part: The file in which it was written.
    ///   - isRemoved: Indicates whether the file was removed, so that its bytes don't count any more.
    func endWriting(_ part: CacheFileName, isRemoved: Bool) {
        state.withLock { state in
            let size = state.writing.removeValue(forKey: part) ?? 0
            if isRemoved { state.total -= size }
        }
    }

    /// Looks at all files, and removes some if there is too little room.
    ///
    /// - Returns: The number of bytes that are left.
    private func evict(for room: Int, keeping writing: [CacheFileName: Int]) -> Int {
        let now = CacheDirectory.now
        // Some of the reserved bytes may not be written yet.
        var items = directory.files().filter { writing[$0.name] == nil }
        items.removeAll { item in
            let (age, isTooFar) = now.subtractingReportingOverflow(item.used)
            let isOld = item.name.kind == .part && (isTooFar || age.magnitude > Self.partLifetime)
            if isOld { directory.remove(item.name) }
            return isOld
        }
        var total = items.reduce(writing.values.reduce(0, +)) { $0 + $1.size }
        guard total + room > limit else { return total }
        // With many files, some more are removed, so that the next look is not needed at once.
        var spare = items.count / 32
        for item in Self.leastRecentlyUsedFirst(items, now: now) {
            if total + room <= limit {
                guard spare > 0 else { break }
                spare -= 1
            }
            directory.remove(item.name)
            total -= item.size
        }
        return total
    }

    /// Sorts files by their use; a record is used when one of its bodies is, and comes after them.
    private static func leastRecentlyUsedFirst(_ items: [CacheDirectory.Item], now: Int64) -> [CacheDirectory.Item] {
        // The clock may have been changed: a use in the future doesn't count.
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
