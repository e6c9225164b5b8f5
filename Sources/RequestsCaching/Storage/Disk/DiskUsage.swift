import Requests

/// Keeps the files of a cache within its limit, and removes the least recently used ones first.
///
/// The files carry the time of their last use, so all processes with the same directory agree. Each of them counts the
/// bytes that it writes, and looks at the directory again after a sixteenth of the limit, because others write, too.
final class DiskUsage: Sendable {
    /// The time after which an unfinished file is removed that nobody has written to, in nanoseconds.
    ///
    /// A process may have been killed while it wrote the file. If it still lives, its response is not stored.
    private static let partLifetime: Int64 = 600 * 1_000_000_000

    private let directory: CacheDirectory
    private let limit: Int
    private let state = Guarded(State())

    private struct State {
        /// The bytes in the directory when it was last looked at, and those written since.
        var total = 0
        /// The bytes written since; `nil` before the first look.
        var unseen: Int?
    }

    init(_ directory: CacheDirectory, limit: Int) {
        self.directory = directory
        // A size is at most a quarter of it, so that no sum overflows.
        self.limit = max(0, min(limit, 1 << 60))
    }

    /// The size of the largest entry: one that is larger would replace most others.
    var entryLimit: Int { limit / 4 }

    /// Removes entries until there is room for a new one.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of the new entry.
    ///   - part: The file in which it already is, which does not count.
    func makeRoom(for size: Int, in part: CacheFileName) {
        state.withLock { state in
            if let unseen = state.unseen, size <= limit / 16 - unseen, size <= limit - state.total {
                state.unseen = unseen + size
            } else {
                state.total = evict(for: size, except: part)
                state.unseen = size
            }
            state.total += size
        }
    }

    /// Looks at all files, and removes some if there is too little room.
    ///
    /// - Returns: The number of bytes that are left.
    private func evict(for room: Int, except part: CacheFileName) -> Int {
        let now = CacheDirectory.now
        var items = directory.files().filter { $0.name != part }
        items.removeAll { item in
            let (age, isTooFar) = now.subtractingReportingOverflow(item.used)
            let isOld = item.name.kind == .part && (isTooFar || age.magnitude > Self.partLifetime)
            if isOld { directory.remove(item.name) }
            return isOld
        }
        var total = items.reduce(0) { $0 + $1.size }
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
        // The clock may have been changed: a use in the future is none.
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
