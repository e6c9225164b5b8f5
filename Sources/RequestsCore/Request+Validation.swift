public import Foundation

extension Request {
    /// Adds a check of the response, after the check of its status and before it is decoded.
    ///
    /// ```swift
    /// api.get(.json(User.self), from: "/me").validating { head, data in
    ///     if head.header["X-Maintenance"] != nil { throw Closed() }
    /// }
    /// ```
    ///
    /// Checks run in the order in which they were added. The content of a download is not checked.
    ///
    /// - Parameter check: Throws if the response isn't usable. The error becomes the underlying error of
    ///   ``RequestErrorCode/validationFailed``; a ``RequestError`` keeps its code. If the error is a `LocalizedError`, its
    ///   description is the text for the app's users.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func validating(_ check: @escaping @Sendable (ResponseHead, Data) throws -> Void) -> Self {
        parts.validators.append(check)
        return self
    }
}
