import Foundation
import Requests

/// A store for responses.
///
/// The cache applies HTTP's rules, and decides which responses to store and to use.
///
/// Several tasks can call all functions at once. A store reports no errors: a response that it can't store or read is absent.
///
/// A store has a size limit in bytes, and removes the least recently used entries first. It rejects responses larger
/// than a quarter of the limit. If an entry is removed, replaced or updated while its body is being read, the body can
/// be read to the end, or reading it throws. A body never continues with the bytes of another entry.
protocol CacheStore: AnyObject, Sendable {
    /// Indicates whether responses to requests with secrets are stored.
    var storesSecrets: Bool { get }

    /// Returns all entries with a key, without their bodies; the entry that was written last comes first.
    func entries(for key: CacheKey) async -> [StoredEntry]

    /// Opens the body of an entry; `nil` if the entry no longer exists. Opening a body counts as a use of the entry.
    ///
    /// Each call returns a body with a separate reader, from the first byte on. If the bytes are in memory, use
    /// `MessageBody(_: Data)`, whose `byteCount` is known, so that the response needs no task to read it.
    func body(of entry: StoredEntry) async -> MessageBody?

    /// Begins an entry. When it is committed, it replaces entries with equal ``StoredHead/selecting`` fields.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - key: The key.
    ///   - byteCount: The length of the body, if known.
    /// - Returns: `nil` if the store rejects the response, because it is too large, or because its request contains secrets.
    func write(_ head: StoredHead, for key: CacheKey, byteCount: Int?) async -> (any CacheWriter)?

    /// Replaces the head of an entry, but not its body; does nothing if the entry no longer exists.
    func update(_ entry: StoredEntry, to head: StoredHead) async

    /// Removes one entry.
    func remove(_ entry: StoredEntry) async

    /// Removes all entries with a key, including those being written.
    func removeAll(for key: CacheKey) async

    /// Removes all entries, including those being written.
    func removeAll() async
}

extension CacheStore {
    var storesSecrets: Bool { true }
}

/// Writes one entry, for one task at a time; a writer that is released before ``commit()`` stores nothing.
protocol CacheWriter: AnyObject, Sendable {
    /// Adds bytes at the end.
    ///
    /// The response's reader waits for this, so it must be quick. After a failure, such as a full disk or a body larger
    /// than the limit, the function does nothing.
    func append(_ chunk: Data) async

    /// Makes the entry visible, either completely or not at all, to the next call of ``CacheStore/entries(for:)``.
    func commit() async
}

/// A stored response without its body.
struct StoredEntry: Sendable {
    /// The key of the entry.
    let key: CacheKey

    /// The name that the store assigned to the entry, and never assigns to another entry.
    let id: String

    /// The head, and the parts of the request that the cache needs.
    let head: StoredHead
}
