package import Foundation

/// Decoding of a possibly empty body in any format.
enum OptionalBody {
    /// Reads a value; an empty body, or white space in a format that ignores it, is `nil` for an optional type.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The body.
    ///   - format: The expected format.
    ///   - decode: Reads a body that is not empty.
    /// - Returns: The value.
    /// - Throws: ``RequestErrorCode/emptyBody``, or the error of the function.
    static func value<Value>(
        _ type: Value.Type, from data: Data, in format: BodyFormat, _ decode: (Data) throws -> Value
    ) throws -> Value {
        guard format.isEmpty(data) else { return try decode(data) }
        if let empty = (type as? any OptionalType.Type)?.absent as? Value { return empty }
        throw TransportError(
            code: .emptyBody,
            message:
                "the body is empty, but \(format.name) for \(type) is expected: use \(type)? to allow an empty body")
    }
}

extension BodyFormat {
    /// Returns whether a body contains no value: it has no bytes or, in JSON and XML, only white space.
    ///
    /// Some servers send a line break or a space instead of an empty body. In other formats, white space may be a
    /// value.
    package func isEmpty(_ data: Data) -> Bool {
        func isWhiteSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == 0x0A || byte == 0x0D }
        guard let first = data.first else { return true }
        return isWhiteSpace(first) && (matches(.json) || matches(.xml)) && data.allSatisfy(isWhiteSpace)
    }
}
