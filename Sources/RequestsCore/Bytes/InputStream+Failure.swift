package import Foundation

extension InputStream {
    /// The error that ended the stream; `nil` if there was none.
    ///
    /// On Linux, Foundation's own `streamError` traps if there is no error.
    package var failure: (any Error)? { streamStatus == .error ? streamError : nil }
}
