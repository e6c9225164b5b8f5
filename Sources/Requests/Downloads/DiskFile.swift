#if !os(Windows)
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

/// An open file, or an open directory.
///
/// It calls the system, not Foundation: the system tells why it fails, and nothing is copied on its way to the disk.
final class DiskFile: Sendable {
    /// Indicates whether the system has locks, without which no earlier download can be resumed.
    static let hasLocks = true

    private let descriptor: Guarded<Int32>

    /// How a file is opened.
    enum Mode {
        /// A new one, which must not be there.
        case create
        /// The one that is there, or a new one.
        case update
        /// A directory.
        case directory
    }

    init(_ path: String, _ mode: Mode) throws(FileProblem) {
        let flags =
            switch mode {
            case .create: O_WRONLY | O_CREAT | O_EXCL
            case .update: O_RDWR | O_CREAT
            case .directory: O_RDONLY | O_DIRECTORY
            }
        // What lies at the place of ours and leads elsewhere is not ours.
        descriptor = Guarded(try FileProblem.check { open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode_t(0o666)) })
    }

    deinit {
        try? close()
    }

    /// Writes all bytes behind those that were written before.
    func write(_ data: Data) throws(FileProblem) {
        try descriptor.withLock { descriptor throws(FileProblem) in
            for region in data.regions {
                var rest = region[...]
                while !rest.isEmpty {
                    let count = try FileProblem.check {
                        rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
                    }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    /// Cuts off what is behind an offset, and goes on from there.
    func truncate(to offset: Int) throws(FileProblem) {
        try descriptor.withLock { descriptor throws(FileProblem) in
            _ = try FileProblem.check { ftruncate(descriptor, off_t(offset)) }
            _ = try FileProblem.check { lseek(descriptor, off_t(offset), SEEK_SET) }
        }
    }

    /// Size, date and identity of the file.
    func status() throws(FileProblem) -> FileStatus {
        try descriptor.withLock { descriptor throws(FileProblem) in
            var status = stat()
            _ = try FileProblem.check { fstat(descriptor, &status) }
            return FileStatus(status)
        }
    }

    /// Takes the lock that one holder at a time can have, until the file is closed.
    ///
    /// - Returns: `false` where somebody else has it, or the volume knows no locks.
    func lock() -> Bool {
        descriptor.withLock { flock($0, LOCK_EX | LOCK_NB) == 0 }
    }

    /// Closes the file; some volumes say only then that they are full.
    func close() throws(FileProblem) {
        try descriptor.withLock { descriptor throws(FileProblem) in
            guard descriptor >= 0 else { return }
            defer { descriptor = -1 }
            let result = systemClose(descriptor)
            // Interrupted, it is closed all the same.
            if result != 0, errno != EINTR { throw FileProblem(number: errno) }
        }
    }
}

extension FileProblem {
    /// Calls the system, and calls it again if it was interrupted.
    static func check<Result: SignedInteger>(_ call: () -> Result) throws(FileProblem) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            guard number == EINTR else { throw FileProblem(number: number) }
        }
    }
}

/// Changes the names of files.
enum FileNames {
    /// Puts a file into the place of another in one step (POSIX `rename`).
    static func move(_ path: String, to newPath: String) throws(FileProblem) {
        _ = try FileProblem.check { rename(path, newPath) }
    }

    /// Makes a directory if there is none.
    static func makeDirectory(_ path: String) throws(FileProblem) {
        do {
            _ = try FileProblem.check { mkdir(path, mode_t(0o777)) }
        } catch  where error.number == EEXIST {}
    }

    /// Removes a file if there is one.
    static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes a directory if it is empty.
    static func removeDirectory(_ path: String) {
        rmdir(path)
    }
}

// Methods have these names, too.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
#endif
