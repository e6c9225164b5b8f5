/// An error from the function that makes a resource from a decoded value.
///
/// The body could be decoded, so the call throws ``RequestErrorCode/validationFailed`` instead of
/// ``RequestErrorCode/decodingFailed``.
struct RejectedValue: Error {
    let cause: any Error
}

extension ResponseDecoder {
    /// Makes the resource from a decoded value.
    ///
    /// - Throws: The function's error: a `DecodingError` unchanged, any other error in a ``RejectedValue``.
    static func resource<Value>(
        from value: Value, by transform: (Value) throws -> Resource
    ) throws -> Resource {
        do {
            return try transform(value)
        } catch let error as DecodingError {
            throw error
        } catch {
            throw RejectedValue(cause: error)
        }
    }
}
