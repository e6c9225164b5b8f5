import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

extension CacheDirectory {
    /// The current time on the file system's clock, in nanoseconds.
    static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return nanoseconds(now)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // A file can contain any time. A time out of range counts as 0.
        let (seconds, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return isTooFar ? 0 : seconds &+ Int64(time.tv_nsec)
    }

    /// Returns the cache's files in any order, without other files and directories; `nil` if the directory can't be read.
    func files() -> [Item]? {
        guard let stream = opendir(path) else { return errno == ENOENT || errno == ENOTDIR ? [] : nil }
        defer { closedir(stream) }
        let directory = dirfd(stream)
        var items: [Item] = []
        while let entry = readdir(stream) {
            let item = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { Self.item(named: $0, in: directory) }
            }
            if let item { items.append(item) }
        }
        return items
    }

    private static func item(named text: UnsafePointer<CChar>, in directory: Int32) -> Item? {
        var status = stat()
        guard let name = CacheFileName(utf8: UnsafeRawBufferPointer(start: text, count: strlen(text))),
            fstatat(directory, text, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & mode_t(S_IFMT) != mode_t(S_IFDIR)
        else { return nil }
        let modified = modified(status)
        return Item(name: name, size: sizeOnDisk(of: Int(status.st_size)), modified: modified, used: modified)
    }

    /// Returns the modification time of a file in nanoseconds; `nil` if it is missing.
    func modified(_ name: CacheFileName) -> Int64? {
        var status = stat()
        return lstat(path(of: name), &status) == 0 ? Self.modified(status) : nil
    }

    private static func modified(_ status: stat) -> Int64 {
        #if canImport(Darwin)
        nanoseconds(status.st_mtimespec)
        #else
        nanoseconds(status.st_mtim)
        #endif
    }

    /// Returns the number of bytes that a file of a given size occupies, in the blocks of 4 KiB that most file systems
    /// use.
    static func sizeOnDisk(of size: Int) -> Int { (min(size, .max - 4_095) + 4_095) & ~4_095 }
}
