#if os(Windows)
import Foundation
import Requests

/// A file that is open for reading: implemented with Foundation.
final class CachedFile: Sendable {
    private let handle: Guarded<FileHandle>
    private let path: String

    /// The number of bytes.
    let size: Int

    /// Opens a regular file; `nil` if there is none, or if it can't be read.
    init?(_ path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular, let size = attributes?[.size] as? Int,
            let handle = FileHandle(forReadingAtPath: path)
        else { return nil }
        self.handle = Guarded(handle)
        (self.path, self.size) = (path, size)
    }

    /// Reads bytes at an offset; `nil` if not all are there.
    func read(_ count: Int, at offset: Int) -> Data? {
        handle.withLock { handle in
            guard (try? handle.seek(toOffset: UInt64(offset))) != nil,
                let data = try? handle.read(upToCount: count)
            else { return nil }
            return data.count == count ? data : nil
        }
    }

    /// Reads all bytes; `nil` if not all are there.
    func readAll() -> [UInt8]? { read(size, at: 0).map(Array.init) }

    /// Sets the time of the last use to now.
    func touch() { Self.touch(path) }

    /// Sets the time of the last use of a file to now.
    static func touch(_ path: String) {
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    }
}

extension CacheDirectory {
    /// The time now, on the clock of files, in nanoseconds.
    static var now: Int64 { nanoseconds(Date()) }

    /// A file may have any time; one that is too far away is none.
    private static func nanoseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1e9).rounded()) ?? 0
    }

    /// Returns the files of the cache in any order, without files of other names and without directories.
    func files() -> [Item] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { text in
            guard let name = CacheFileName(text),
                let attributes = try? FileManager.default.attributesOfItem(atPath: path + text),
                attributes[.type] as? FileAttributeType != .typeDirectory, let size = attributes[.size] as? Int
            else { return nil }
            let date = attributes[.modificationDate] as? Date ?? .distantPast
            return Item(name: name, size: size, used: nanoseconds(date))
        }
    }
}
#endif
