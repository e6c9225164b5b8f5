/// A failed response that a declared output has no property for, or that lacks a value that the output needs.
///
/// A decoder throws it to say that the response is the usual error: ``RequestErrorCode/unacceptableStatus``.
struct UndeclaredFailure: Error {
    /// The reason why it could not be read, if that is not only that it failed.
    var cause: (any Error)?
}

extension UndeclaredFailure: CustomStringConvertible {
    var description: String {
        cause.map(ErrorText.developerText) ?? "the answer failed, and what is declared has no place for that"
    }
}
