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

/// Why the system did not do what a file needs: an error number of POSIX.
struct FileProblem: Error, Hashable {
    let number: Int32

    /// Calls the system, again where it was interrupted.
    static func check<Result: SignedInteger>(_ call: () -> Result) throws(FileProblem) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            guard number == EINTR else { throw FileProblem(number: number) }
        }
    }

    /// What is wrong with the file: `its permissions forbid it`.
    var text: String {
        switch number {
        case ENOSPC, EDQUOT: "there is no space left for it"
        case EACCES, EPERM: "the permissions forbid it"
        case EROFS: "its volume can only be read"
        case ENOENT: "its directory does not exist"
        case ENOTDIR: "a part of its path is not a directory"
        case EISDIR, ENOTEMPTY: "there is a directory of that name"
        case ELOOP: "there is a link of that name"
        case ENAMETOOLONG: "its name is too long"
        case EFBIG: "its volume takes no file of that size"
        case EMFILE, ENFILE: "too many files are open"
        default: "the system says \(number)"
        }
    }

    /// The error that a caller gets, which names the file and no directory.
    func error(name: String) -> TransportError {
        TransportError(
            code: .fileWriteFailed,
            message: "the file \(name.escapedForDisplay) could not be written: \(text)",
            underlyingError: POSIXErrorCode(rawValue: number).map { POSIXError($0) }
        )
    }
}

extension FileProblem {
    static var notDirectory: FileProblem { FileProblem(number: ENOTDIR) }
    static var isDirectory: FileProblem { FileProblem(number: EISDIR) }
}
