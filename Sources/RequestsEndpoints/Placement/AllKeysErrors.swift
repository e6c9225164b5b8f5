/// The error of listing the names of a container, stored because `allKeys` can't throw.
///
/// A dictionary reads all names of its container. Without this class, the dictionary would be empty after an error.
final class AllKeysErrors {
    private var error: (any Error)?

    /// Records why the names can't be listed; only the first error is stored.
    func note(_ error: any Error) { self.error = self.error ?? error }

    /// Reads a value.
    ///
    /// - Throws: The error that was recorded while the function ran, or the function's error.
    func checked<Value>(_ read: () throws -> Value) throws -> Value {
        let outerError = error
        error = nil
        defer { error = outerError }
        let value: Value
        do { value = try read() } catch { throw self.error ?? error }
        if let error { throw error }
        return value
    }
}
