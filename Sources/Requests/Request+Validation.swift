public import Foundation

extension Request {
    /// Adds a check of the answer, after that of its status and before it is decoded.
    ///
    /// ```swift
    /// api.get(.json(User.self), from: "/me").validating { head, data in
    ///     if head.header["X-Maintenance"] != nil { throw Closed() }
    /// }
    /// ```
    ///
    /// Checks run in the order in which they were added. The content of a download is not checked.
    ///
    /// - Parameter check: Throws where the answer is of no use. What it throws becomes the underlying error of
    ///   ``RequestErrorCode/validationFailed``; a ``RequestError`` keeps its code. The user of an app reads the text of a
    ///   `LocalizedError`.
    /// - Returns: A new request; this one is unchanged.
    @inlinable
    public consuming func validating(_ check: @escaping @Sendable (ResponseHead, Data) throws -> Void) -> Self {
        parts.add(validator: check)
        return self
    }
}
