/// A storage for a cache's responses, in memory or in a folder on disk.
///
/// ```swift
/// let session = URLSession.shared.caching(in: .memory(limit: 64 << 20))
/// ```
///
/// Keep the value to share one storage between several transports, or to clear the storage:
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
    /// Bodies that are already being read can be read to the end.
    public func removeAll() async {
        await store.removeAll()
    }
}
