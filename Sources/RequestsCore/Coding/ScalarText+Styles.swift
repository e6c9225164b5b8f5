package import Foundation

/// Parsing of scalars whose format depends on the styles of a coding.
extension ScalarText {
    /// Reads `true` and `false`, `1` and `0`, and with a lenient coding also `yes`, `on` and the like.
    package static func bool(_ text: String, isLenient: Bool) throws(KeyValueDecodingError) -> Bool {
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default: break
        }
        guard isLenient else { throw .mismatch(Bool.self) }
        switch text.lowercased() {
        case "true", "t", "yes", "y", "on": return true
        case "false", "f", "no", "n", "off": return false
        default: throw .mismatch(Bool.self)
        }
    }

    /// Reads a date in the style of a coding.
    ///
    /// - Throws: A ``KeyValueDecodingError``, or a `DecodingError` with the path if a custom style throws a different
    ///   error.
    package static func date(_ text: String, _ coding: Coding, at path: [any CodingKey]) throws -> Date {
        try unified(at: path) { try coding.dates.date(of: text) }
    }

    /// Reads data in the style of a coding.
    ///
    /// - Throws: A ``KeyValueDecodingError``, or a `DecodingError` with the path if a custom style throws a different
    ///   error.
    package static func data(_ text: String, _ coding: Coding, at path: [any CodingKey]) throws -> Data {
        try unified(at: path) { try coding.data.data(of: text) }
    }

    /// Reads a value, and adds the path to an error of a custom style.
    private static func unified<Value>(at path: [any CodingKey], _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error where error is DecodingError || error is KeyValueDecodingError {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: path, debugDescription: "the value can't be read as \(Value.self)",
                    underlyingError: error)
            )
        }
    }
}
