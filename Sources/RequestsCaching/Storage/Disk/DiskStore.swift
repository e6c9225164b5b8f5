import Foundation
import Requests

/// A store in a directory.
///
/// The store waits for the disk on the threads of a queue, not on Swift's few task threads.
final class DiskStore: CacheStore {
    let files: DiskEntries
    private let queue = BlockingQueue("Requests.DiskStore")

    init(_ directory: CacheDirectory, limit: Int, storesSecrets: Bool) {
        files = DiskEntries(directory, limit: limit, storesSecrets: storesSecrets)
    }

    var storesSecrets: Bool { files.storesSecrets }

    func entries(for key: CacheKey) async -> [StoredEntry] {
        await queue.run { [files] in files.all(for: key) }
    }

    func body(of entry: StoredEntry) async -> MessageBody? {
        await queue.run { [files, queue] in files.body(of: entry, on: queue) }
    }

    func write(_ head: StoredHead, for key: CacheKey, byteCount: Int?) async -> (any CacheWriter)? {
        await queue.run { [files, queue] in
            files.write(head, for: key, byteCount: byteCount).map { QueuedWriter(writer: $0, queue: queue) }
        }
    }

    func update(_ entry: StoredEntry, to head: StoredHead) async {
        await queue.run { [files] in files.update(entry, to: head) }
    }

    func remove(_ entry: StoredEntry) async {
        await queue.run { [files] in files.remove(entry) }
    }

    func removeAll(for key: CacheKey) async {
        await queue.run { [files] in files.removeAll(for: key) }
    }

    func removeAll() async {
        await queue.run { [files] in files.removeAll() }
    }
}

/// Writes an entry on a queue.
private final class QueuedWriter: CacheWriter {
    private let writer: DiskWriter
    private let queue: BlockingQueue

    init(writer: DiskWriter, queue: BlockingQueue) {
        self.writer = writer
        self.queue = queue
    }

    deinit {
        // Releasing a writer removes its file.
        queue.start { [writer] in withExtendedLifetime(writer) {} }
    }

    func append(_ chunk: Data) async {
        // Most chunks are small and fit into the block in memory.
        if writer.hasRoom(for: chunk) { return writer.append(chunk) }
        await queue.run { [writer] in writer.append(chunk) }
    }

    func commit() async {
        await queue.run { [writer] in writer.commit() }
    }
}
