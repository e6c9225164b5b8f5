import Foundation

/// Decoding of a possibly empty body in any format.
enum OptionalBody {
    /// Reads a value; an empty body is `nil` for an optional type.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The body.
    ///   - format: The name of the expected format in errors.
    ///   - decode: Reads a body that is not empty.
    /// - Returns: The value.
    /// - Throws: ``RequestErrorCode/emptyBody``, or the error of the function.
    static func value<Value>(
        _ type: Value.Type, from data: Data, called format: String, _ decode: (Data) throws -> Value
    ) throws -> Value {
        guard data.isEmpty else { return try decode(data) }
        if let empty = (type as? any OptionalType.Type)?.absent as? Value { return empty }
        throw TransportError(
            code: .emptyBody, message: "the body is empty where \(format) for \(type) is needed; \(type)? would be nil"
        )
    }
}
