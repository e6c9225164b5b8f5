public import Foundation

extension CacheStorage {
    /// Keeps responses in files.
    ///
    /// ```swift
    /// let folder = URL.cachesDirectory.appending(path: "Responses")
    /// let session = URLSession.shared.caching(in: .disk(at: folder, limit: 256 << 20))
    /// ```
    ///
    /// Several processes can use the directory at once. A process can be killed at any moment: an entry is complete or
    /// absent. Checksums find damaged files, for example after a power failure. They count as absent.
    ///
    /// A failure of the disk is not a failure of a call: if the disk is full, or if the directory can't be written,
    /// responses are not stored.
    ///
    /// By default, nothing secret is stored. A response is left out if its request has a sensitive part, such as
    /// credentials, cookies or a token in its URL, or if it has a sensitive field itself. Set-Cookie fields of other
    /// responses are left out.
    ///
    /// - Parameters:
    ///   - directory: The directory, as a file URL. It is made when the first response is stored, and only this user
    ///     can read it. Files in it that are not from the cache stay as they are.
    ///   - limit: The maximum size of all files, in bytes, also of those that are being written. The least recently used responses are removed first. A
    ///     response that is larger than a quarter of the limit is not stored.
    ///   - storesSecrets: Indicates whether responses are stored that belong to requests with sensitive parts.
    /// - Returns: A place for the responses.
    public static func disk(at directory: URL, limit: Int, storesSecrets: Bool = false) -> CacheStorage {
        CacheStorage(store: DiskStore(CacheDirectory(directory), limit: limit, storesSecrets: storesSecrets))
    }
}
