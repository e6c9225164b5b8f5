/// A failed response that a declared output can't represent, or that lacks a value that the output requires.
///
/// If a decoder throws this error, the call throws the ordinary error, ``RequestErrorCode/unacceptableStatus``.
package struct UndeclaredFailure: Error {
    /// The reason why the response could not be decoded, if there is a reason besides its status.
    let cause: (any Error)?

    package init(cause: (any Error)? = nil) { self.cause = cause }
}

extension UndeclaredFailure: CustomStringConvertible {
    package var description: String {
        cause.map(ErrorText.developerText)
            ?? "the response has a failure status, but the declared type has no property for a failure"
    }
}
