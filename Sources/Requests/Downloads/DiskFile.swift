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
/// It calls the system, not Foundation: the system gives the reason for a failure, and no bytes are copied on the way to the
/// disk.
package final class DiskFile: Sendable {
    private let descriptor: Guarded<Int32>

    /// The modes of opening a file.
    package enum Mode {
        /// Makes a new file, and fails if there is one.
        case create
        /// Makes a new file that no other user can read, and fails if there is one.
        case createPrivate
        /// Opens the existing file, or makes a new one.
        case update
        /// Opens a directory.
        case directory
    }

    package init(_ path: String, _ mode: Mode) throws(FileIssue) {
        let flags =
            switch mode {
            case .create, .createPrivate: O_WRONLY | O_CREAT | O_EXCL
            case .update: O_RDWR | O_CREAT
            case .directory: O_RDONLY | O_DIRECTORY
            }
        // A symbolic link in place of our file is not followed.
        let permissions = mode == .createPrivate ? mode_t(0o600) : mode_t(0o666)
        descriptor = Guarded(try FileIssue.check { open(path, flags | O_CLOEXEC | O_NOFOLLOW, permissions) })
    }

    deinit {
        try? close()
    }

    /// Writes all bytes after the bytes that were written before.
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

    /// Removes everything after an offset, and continues from there.
    func truncate(to offset: Int) throws(FileIssue) {
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

    /// Takes the exclusive lock until the file is closed.
    ///
    /// - Returns: `false` if someone else holds it, or if the volume does not support locks.
    func lock() -> Bool {
        descriptor.withLock { flock($0, LOCK_EX | LOCK_NB) == 0 }
    }

    /// Closes the file; some volumes only report then that they are full.
    package func close() throws(FileIssue) {
        try descriptor.withLock { descriptor throws(FileIssue) in
            guard descriptor >= 0 else { return }
            defer { descriptor = -1 }
            let result = systemClose(descriptor)
            // An interrupted call has closed the file, too.
            if result != 0, errno != EINTR { throw FileIssue(number: errno) }
        }
    }
}

extension FileIssue {
    /// Calls the system, and calls it again if it was interrupted.
    static func check<Result: SignedInteger>(_ call: () -> Result) throws(FileIssue) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            guard number == EINTR else { throw FileIssue(number: number) }
        }
    }
}

/// Changes the names of files.
package enum FileNames {
    /// Replaces a file with another in one step (POSIX `rename`).
    package static func move(_ path: String, to newPath: String) throws(FileIssue) {
        _ = try FileIssue.check { rename(path, newPath) }
    }

    /// Makes a directory if there is none.
    static func makeDirectory(_ path: String) throws(FileIssue) {
        do {
            _ = try FileIssue.check { mkdir(path, mode_t(0o777)) }
        } catch  where error.number == EEXIST {}
    }

    /// Removes a file if there is one.
    package static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes a directory if it is empty.
    static func removeDirectory(_ path: String) {
        rmdir(path)
    }
}

// The class has methods with these names, too.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
