package import Foundation

extension InputStream {
    /// The error that ended the stream; `nil` where none did.
    ///
    /// Foundation's own `streamError` traps on Linux where there is none.
    package var failure: (any Error)? { streamStatus == .error ? streamError : nil }
}
