/// Carries the fault of a list of names past `allKeys`, which can't throw.
///
/// A dictionary asks its container for all names. Without this class, a fault there would make it an empty dictionary.
final class AllKeysErrors {
    private var fault: (any Error)?

    /// Notes why the names can't be listed; the first reason counts.
    func note(_ error: any Error) { fault = fault ?? error }

    /// Reads a value.
    ///
    /// - Throws: The fault that was noted on the way, or the error of the function.
    func checked<Value>(_ read: () throws -> Value) throws -> Value {
        let outerFault = fault
        fault = nil
        defer { fault = outerFault }
        let value = Result { try read() }
        if let fault { throw fault }
        return try value.get()
    }
}
