package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file, or an open directory.
///
/// The class makes system calls instead of calling Foundation, because system calls report the reason for a failure,
/// and copy no bytes.
package final class DiskFile: Sendable {
    private let descriptor: Guarded<Int32>

    /// A mode of opening a file.
    package enum Mode {
        /// Makes a new file; fails if it exists.
        case create
        /// Makes a new file that no other user can read; fails if it exists.
        case createPrivate
        /// Opens a file for writing; fails if it doesn't exist.
        case existing
        /// Opens the existing file, or makes a new one.
        case update
        /// Opens a directory.
        case directory
    }

    package init(_ path: String, _ mode: Mode) throws(FileIssue) {
        let flags =
            switch mode {
            case .create, .createPrivate: O_WRONLY | O_CREAT | O_EXCL
            case .existing: O_WRONLY
            case .update: O_RDWR | O_CREAT
            case .directory: O_RDONLY | O_DIRECTORY
            }
        // O_NOFOLLOW: a symbolic link at the path is not followed.
        let permissions = mode == .createPrivate ? mode_t(0o600) : mode_t(0o666)
        descriptor = Guarded(try FileIssue.check { open(path, flags | O_CLOEXEC | O_NOFOLLOW, permissions) })
    }

    deinit {
        try? close()
    }

    /// Writes all bytes after those already written.
    package func write(_ data: Data) throws(FileIssue) {
        try descriptor.withLock { descriptor throws(FileIssue) in
            for region in data.regions {
                var rest = region[...]
                while !rest.isEmpty {
                    let count = try FileIssue.check {
                        rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
                    }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    /// Removes everything after an offset; the next write begins there.
    package func truncate(to offset: Int) throws(FileIssue) {
        try descriptor.withLock { descriptor throws(FileIssue) in
            _ = try FileIssue.check { ftruncate(descriptor, off_t(offset)) }
            _ = try FileIssue.check { lseek(descriptor, off_t(offset), SEEK_SET) }
        }
    }

    /// Returns the size, date and identity of the file.
    func status() throws(FileIssue) -> FileStatus {
        try descriptor.withLock { descriptor throws(FileIssue) in
            var status = stat()
            _ = try FileIssue.check { fstat(descriptor, &status) }
            return FileStatus(status)
        }
    }

    /// Acquires the exclusive lock until the file is closed.
    ///
    /// - Returns: `false` if the file is already locked, or if the volume doesn't support locks.
    func lock() -> Bool {
        descriptor.withLock { flock($0, LOCK_EX | LOCK_NB) == 0 }
    }

    /// Closes the file; some volumes report only at this point that they are full.
    package func close() throws(FileIssue) {
        try descriptor.withLock { descriptor throws(FileIssue) in
            guard descriptor >= 0 else { return }
            defer { descriptor = -1 }
            let result = systemClose(descriptor)
            // An interrupted call has also closed the file.
            if result != 0, errno != EINTR { throw FileIssue(number: errno) }
        }
    }
}

extension FileIssue {
    /// Makes a system call, and repeats it if it was interrupted.
    static func check<Result: SignedInteger>(_ call: () -> Result) throws(FileIssue) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            guard number == EINTR else { throw FileIssue(number: number) }
        }
    }
}

/// Moves, makes and removes files and directories.
package enum FileNames {
    /// Moves a file, and atomically replaces any file at the destination (POSIX `rename`).
    package static func move(_ path: String, to newPath: String) throws(FileIssue) {
        _ = try FileIssue.check { rename(path, newPath) }
    }

    /// Makes a directory if it doesn't exist.
    static func makeDirectory(_ path: String) throws(FileIssue) {
        do {
            _ = try FileIssue.check { mkdir(path, mode_t(0o777)) }
        } catch  where error.isExisting {}
    }

    /// Removes a file if it exists.
    ///
    /// - Returns: Whether the file no longer exists.
    @discardableResult
    package static func remove(_ path: String) -> Bool {
        unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR
    }

    /// Removes a directory if it is empty.
    static func removeDirectory(_ path: String) {
        rmdir(path)
    }
}

// In the class, `write` and `close` mean its methods, so these functions call the system's functions.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
