import Foundation
import Requests

/// The directory of a disk cache.
struct CacheDirectory: Sendable {
    /// A file of the cache.
    struct Item: Sendable {
        let name: CacheFileName
        /// The number of bytes on the disk.
        let size: Int
        /// The modification time, in nanoseconds.
        let modified: Int64
        /// The time of last use, in nanoseconds.
        var used: Int64
    }

    let path: String

    init(_ url: URL) {
        // For other URLs, nothing is stored: `/dev/null` can't contain files.
        let path = url.isFileURL ? url.path : "/dev/null"
        self.path = path.hasSuffix("/") ? path : path + "/"
    }

    func path(of name: CacheFileName) -> String { path + name.description }

    /// Removes a file, and returns whether it is gone.
    @discardableResult
    func remove(_ name: CacheFileName) -> Bool { FileNames.remove(path(of: name)) }

    func touch(_ name: CacheFileName) { CachedFile.touch(path(of: name)) }

    /// Creates a file that only the current user can read, and the directory if it is missing.
    func makeFile(_ name: CacheFileName) throws(FileIssue) -> DiskFile {
        do {
            return try DiskFile(path(of: name), .createPrivate)
        } catch  where error == .missing {
            // If this call fails, the next call fails as well, and throws the error.
            try? FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try DiskFile(path(of: name), .createPrivate)
        }
    }

    /// Reads the entries with a key, and removes a damaged file; `nil` if there are no entries.
    func record(for key: CacheKey, _ hash: UInt64) -> DiskRecord? {
        let path = path(of: .record(hash))
        guard let file = CachedFile(path) else { return nil }
        guard file.size <= DiskRecord.sizeLimit, let bytes = file.readAll(), let record = DiskRecord(bytes) else {
            FileNames.remove(path)
            return nil
        }
        // Another key can have the same hash.
        return record.key == key ? record : nil
    }

    /// Removes a record, but keeps its emptied file under a different name, for a later record.
    ///
    /// A process that is reading the record finds it damaged. The file of a body isn't recycled, because reading a body
    /// may take a long time.
    func recycle(_ name: CacheFileName) -> CacheFileName? {
        let spare = CacheFileName.part(name.key, .random(in: .min ... .max))
        do throws(FileIssue) {
            try FileNames.move(path(of: name), to: path(of: spare))
            let file = try DiskFile(path(of: spare), .existing)
            try file.truncate(to: 0)
            // The file is closed here because, if a file is emptied and then written without being closed, ext4 writes
            // it to the disk at once.
            try file.close()
            return spare
        } catch {
            remove(spare)
            return nil
        }
    }

    /// Replaces the entries with a key atomically.
    ///
    /// - Parameters:
    ///   - record: The entries.
    ///   - hash: The hash of the key.
    ///   - spare: An empty file to use.
    /// - Throws: The reason why the file can't be written.
    func write(_ record: DiskRecord, _ hash: UInt64, to spare: CacheFileName? = nil) throws(FileIssue) {
        let part = spare ?? CacheFileName.part(hash, .random(in: .min ... .max))
        let old = spare.flatMap { try? DiskFile(path(of: $0), .existing) }
        let file = if let old { old } else { try makeFile(part) }
        do throws(FileIssue) {
            try file.write(Data(record.bytes))
            try file.close()
            touch(part)
            try FileNames.move(path(of: part), to: path(of: .record(hash)))
        } catch {
            remove(part)
            throw error
        }
    }
}
