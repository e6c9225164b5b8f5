/// Carries the error of a list of names past `allKeys`, which can't throw.
///
/// A dictionary asks its container for all names. Without this class, an error there would make it an empty dictionary.
package final class AllKeysErrors {
    private var error: (any Error)?

    package init() {}

    /// Notes why the names can't be listed; the first reason counts.
    package func note(_ error: any Error) { self.error = self.error ?? error }

    /// Reads a value.
    ///
    /// - Throws: The error that was noted on the way, or the error of the function.
    package func checked<Value>(_ read: () throws -> Value) throws -> Value {
        let outerError = error
        error = nil
        defer { error = outerError }
        let value: Value
        do { value = try read() } catch { throw self.error ?? error }
        if let error { throw error }
        return value
    }
}
