public import Foundation

extension CacheStorage {
    /// Stores responses in files.
    ///
    /// ```swift
    /// let folder = URL.cachesDirectory.appending(path: "Responses")
    /// let session = URLSession.shared.caching(in: .disk(at: folder, limit: 256 << 20))
    /// ```
    ///
    /// Several processes can use the directory at once. If a process is killed, each entry is either complete or
    /// absent. Checksums detect damaged files, for example after a power failure. Damaged entries count as absent.
    ///
    /// Disk failures don't fail a call: if the disk is full, or if the directory can't be written, responses are not
    /// stored. If a response should be removed, but can't be, this process no longer uses it.
    ///
    /// By default, no secrets are stored. A response is not stored if its request has a sensitive part, such as
    /// credentials, cookies or a token in its URL, or if the response has a sensitive field. Set-Cookie fields are
    /// omitted from stored responses.
    ///
    /// - Parameters:
    ///   - directory: The directory, as a file URL. It is created when the first response is stored, and only the
    ///     current user can read it. Other files in it stay unchanged.
    ///   - limit: The maximum size of all files, in bytes, including those being written. The size of a file is rounded
    ///     up to blocks of 4 KiB. The least recently used responses are removed first. At most a thousand files are
    ///     removed to store a single response, so after the limit was reduced, some responses aren't stored. A response
    ///     larger than a quarter of the limit is never stored.
    ///   - storesSecrets: Whether to store responses to requests with sensitive parts.
    /// - Returns: The storage.
    public static func disk(at directory: URL, limit: Int, storesSecrets: Bool = false) -> CacheStorage {
        CacheStorage(store: DiskStore(CacheDirectory(directory), limit: limit, storesSecrets: storesSecrets))
    }
}
