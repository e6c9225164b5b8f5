import Foundation
import Requests

/// A place that keeps responses: the policy decides by the rules of HTTP what is stored, and what is served.
///
/// All functions can be called by several tasks at once. A store has no errors: a response that it can't keep or read is absent.
///
/// A store keeps at most a number of bytes, and removes the least recently used entries first. A response that is larger than a
/// quarter of the limit is refused. Bodies of a removed, replaced or updated entry that are being read can be read to their end,
/// or throw. They never continue with the bytes of another entry.
protocol CacheStore: Sendable {
    /// Indicates whether responses to requests with secrets are stored.
    var storesSecrets: Bool { get }

    /// Returns all entries with a key, the last written first, without their bodies.
    func entries(for key: CacheKey) async -> [StoredEntry]

    /// Opens the body of an entry, which counts as use; `nil` if the entry is no longer there.
    ///
    /// Each call returns a body with a reader for itself, from the first byte on. If the bytes are in memory, use
    /// `MessageBody(_: Data)`: its `byteCount` is known, and the response needs no task to read it.
    func body(of entry: StoredEntry) async -> MessageBody?

    /// Begins an entry, which replaces those with equal ``StoredHead/selecting`` fields as soon as it is committed.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - key: The key.
    ///   - byteCount: The length of the body, if it is known.
    /// - Returns: `nil` if the store refuses the response, because it is too large, or because its request has secrets.
    func write(_ head: StoredHead, for key: CacheKey, byteCount: Int?) async -> (any CacheWriter)?

    /// Replaces the head of an entry, and keeps its body; does nothing if the entry is no longer there.
    func update(_ entry: StoredEntry, to head: StoredHead) async

    /// Removes one entry.
    func remove(_ entry: StoredEntry) async

    /// Removes all entries with a key, also those that are being written.
    func removeAll(for key: CacheKey) async

    /// Removes everything, also what is being written.
    func removeAll() async
}

extension CacheStore {
    var storesSecrets: Bool { true }
}

/// Writes one entry, for one task at a time; a writer that is dropped before ``commit()`` stores nothing.
protocol CacheWriter: AnyObject, Sendable {
    /// Adds bytes at the end.
    ///
    /// The reader of the response waits for it, so it has to be quick. After a failure, such as a full disk or a body that is
    /// larger than the limit, it does nothing.
    func append(_ chunk: Data) async

    /// Makes the entry visible, completely or not at all; the next ``CacheStore/entries(for:)`` finds it.
    func commit() async
}

/// A stored response without its body.
struct StoredEntry: Sendable {
    /// The key, under which the entry is stored.
    let key: CacheKey

    /// The name that the store gave to the entry, which no other entry has, neither earlier nor later.
    let id: String

    /// The head, and what the cache needs of the request.
    let head: StoredHead
}
