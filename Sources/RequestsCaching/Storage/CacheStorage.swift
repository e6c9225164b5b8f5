/// The place in which a cache keeps its responses: memory, or a folder on disk.
///
/// ```swift
/// let session = URLSession.shared.caching(in: .memory(limit: 64 << 20))
/// ```
///
/// Keep the value to share one place between several transports, or to empty it:
///
/// ```swift
/// let cache = CacheStorage.memory(limit: 64 << 20)
/// let session = URLSession.shared.caching(in: cache)
/// await cache.removeAll()          // after a logout
/// ```
public struct CacheStorage: Sendable {
    let store: any CacheStore

    init(store: any CacheStore) {
        self.store = store
    }

    /// Removes all responses.
    ///
    /// Bodies that are being read can be read to their end.
    public func removeAll() async {
        await store.removeAll()
    }
}
