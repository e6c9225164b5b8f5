/// The reason why a value can't be decoded, without its path.
package enum KeyValueDecodingError: LocatedError {
    /// The value is not of the type.
    case mismatch(Any.Type)
    /// The value of the type is missing.
    case missing(Any.Type)
    /// The type can't hold the number.
    case outOfRange(Any.Type)
    /// A clause that describes the problem without the value.
    case corrupted(String)

    package var description: String {
        switch self {
        case .mismatch(let type): "is not \(type)"
        case .missing(let type): "is missing, but \(type) is expected"
        case .outOfRange(let type): "is out of range for \(type)"
        case .corrupted(let problem): problem
        }
    }

    package func decodingError(at path: [any CodingKey]) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path, debugDescription: "the value \(description)", underlyingError: self
        )
        return switch self {
        case .mismatch(let type): .typeMismatch(type, context)
        case .missing(let type): .valueNotFound(type, context)
        case .outOfRange, .corrupted: .dataCorrupted(context)
        }
    }
}
