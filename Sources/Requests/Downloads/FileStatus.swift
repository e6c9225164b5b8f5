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

/// The size, date and identity of a file.
struct FileStatus: Hashable {
    let size: Int
    let isDirectory: Bool
    /// The seconds and nanoseconds of the last change.
    let modified: [Int]
    /// The device and the inode, which are the same for all names of one file.
    let identity: [UInt64]
}

extension FileStatus {
    init(_ status: stat) {
        size = Int(status.st_size)
        isDirectory = status.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR)
        #if canImport(Darwin)
        modified = [Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec)]
        #else
        modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        #endif
        identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
    }

    /// Reads the status of the file at a path, following links; `nil` if there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
