#if os(Windows)
package import Foundation
import ucrt

/// An open file, or a directory: implemented with Foundation, which has no locks and opens no directory.
package final class DiskFile: Sendable {
    /// Indicates whether the system has locks, which are needed to resume an earlier download.
    static let hasLocks = false

    private let path: String
    /// The open file; `nil` for a directory, and after closing.
    private let handle: Guarded<FileHandle?>

    /// The modes of opening a file.
    package enum Mode {
        /// Makes a new file, and fails if there is one.
        case create
        /// Makes a new file with the access rights of its directory, and fails if there is one.
        case createPrivate
        /// Opens the existing file, or makes a new one.
        case update
        /// Takes a directory.
        case directory
    }

    package init(_ path: String, _ mode: Mode) throws(FileIssue) {
        self.path = path
        let status = FileStatus(path: path)
        if mode == .directory {
            guard status?.isDirectory == true else { throw .notDirectory }
            handle = Guarded(nil)
            return
        }
        let url = URL(fileURLWithPath: path)
        if mode == .create || mode == .createPrivate || status == nil {
            try FileIssue.check { try Data().write(to: url, options: .withoutOverwriting) }
        }
        handle = Guarded(try FileIssue.check { try FileHandle(forUpdating: url) })
    }

    deinit {
        try? close()
    }

    /// Writes all bytes after the bytes that were written before.
    package func write(_ data: Data) throws(FileIssue) {
        try change { try $0.write(contentsOf: data) }
    }

    /// Removes everything after an offset, and continues from there.
    func truncate(to offset: Int) throws(FileIssue) {
        try change { try $0.truncate(atOffset: UInt64(offset)) }
    }

    /// Returns the size, date and identity of the file.
    func status() throws(FileIssue) -> FileStatus {
        guard let status = FileStatus(path: path) else { throw FileIssue(number: ENOENT) }
        return status
    }

    /// Returns `false`: there are no locks.
    func lock() -> Bool { false }

    /// Closes the file.
    package func close() throws(FileIssue) {
        try handle.withLock { handle throws(FileIssue) in
            let open = handle
            handle = nil
            if let open { try FileIssue.check { try open.close() } }
        }
    }

    private func change(_ change: (FileHandle) throws -> Void) throws(FileIssue) {
        try handle.withLock { handle throws(FileIssue) in
            guard let handle else { throw FileIssue(number: EBADF) }
            try FileIssue.check { try change(handle) }
        }
    }
}

extension FileIssue {
    /// Calls Foundation.
    static func check<Result>(_ call: () throws -> Result) throws(FileIssue) -> Result {
        do {
            return try call()
        } catch {
            throw FileIssue(number: number(of: error))
        }
    }

    private static func number(of error: any Error) -> Int32 {
        switch (error as? CocoaError)?.code {
        case .fileWriteOutOfSpace?: ENOSPC
        case .fileWriteNoPermission?, .fileReadNoPermission?: EACCES
        case .fileWriteVolumeReadOnly?: EROFS
        case .fileNoSuchFile?, .fileReadNoSuchFile?: ENOENT
        case .fileWriteFileExists?: EEXIST
        default: EIO
        }
    }
}

/// Changes the names of files.
package enum FileNames {
    /// Replaces a file with another; the old file is missing for a moment.
    package static func move(_ path: String, to newPath: String) throws(FileIssue) {
        remove(newPath)
        try FileIssue.check { try FileManager.default.moveItem(atPath: path, toPath: newPath) }
    }

    /// Makes a directory if there is none.
    static func makeDirectory(_ path: String) throws(FileIssue) {
        if FileStatus(path: path)?.isDirectory == true { return }
        try FileIssue.check {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
    }

    /// Removes a file if there is one.
    package static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Removes a directory if it is empty.
    static func removeDirectory(_ path: String) {
        if (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true { remove(path) }
    }
}
#endif
