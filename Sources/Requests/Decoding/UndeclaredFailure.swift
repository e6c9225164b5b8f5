/// A failed response that a declared output has no property for, or that lacks a value that the output needs.
///
/// A decoder throws it to turn the response into the ordinary error: ``RequestErrorCode/unacceptableStatus``.
package struct UndeclaredFailure: Error {
    /// The reason why the response could not be read, if there is one besides its failed status.
    let cause: (any Error)?

    package init(cause: (any Error)? = nil) { self.cause = cause }
}

extension UndeclaredFailure: CustomStringConvertible {
    package var description: String {
        cause.map(ErrorText.developerText) ?? "the response failed, and what is declared has no place for that"
    }
}
