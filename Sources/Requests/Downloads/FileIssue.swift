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

/// The reason why a system call for a file failed: a POSIX error number.
package struct FileIssue: Error, Hashable {
    package let number: Int32

    /// A clause about the problem: `permission was denied`.
    var text: String {
        switch number {
        case ENOSPC, EDQUOT: "there is no space left on the volume"
        case EACCES, EPERM: "permission was denied"
        case EROFS: "the volume is read-only"
        case ENOENT: "the directory does not exist"
        case ENOTDIR: "a component of the path is not a directory"
        case EISDIR, ENOTEMPTY: "there is a directory with the same name"
        case ELOOP: "there is a symbolic link with the same name"
        case ENAMETOOLONG: "the name is too long"
        case EFBIG: "the volume doesn't support files of that size"
        case EMFILE, ENFILE: "too many files are open"
        default: "the system reported error \(number)"
        }
    }

    /// Returns the error for the caller, with the file's name, but without the names of directories.
    func error(name: String) -> TransportError {
        TransportError(
            code: .fileWriteFailed,
            message: "the file \(name.escapedForDisplay) could not be written: \(text)",
            underlyingError: POSIXErrorCode(rawValue: number).map { POSIXError($0) }
        )
    }
}

extension FileIssue {
    /// Indicates whether a file with that name already exists.
    var isExisting: Bool { number == EEXIST }

    static var notDirectory: FileIssue { FileIssue(number: ENOTDIR) }
    static var isDirectory: FileIssue { FileIssue(number: EISDIR) }
    package static var missing: FileIssue { FileIssue(number: ENOENT) }
    package static var full: FileIssue { FileIssue(number: ENOSPC) }
}
