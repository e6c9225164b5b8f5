import Foundation

/// The names of types in messages for a peer, which does not know Swift types.
package enum WireTypeName {
    /// Describes a value of a type: `an integer`; returns `nil` for a type that the API defines.
    static func name(of type: Any.Type) -> String? {
        if let optional = type as? any OptionalType.Type { return name(of: optional.wrappedType) }
        return switch type {
        case is any FixedWidthInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
        case is String.Type: "a string"
        case is Bool.Type: "a boolean"
        case is UUID.Type: "a UUID"
        case is URL.Type: "a URL"
        case is Date.Type: "a date"
        case is [String: Any].Type, is any NamedCollection.Type: "an object"
        case is [Any].Type, is any EmptyIfMissing.Type: "an array"
        default: nil
        }
    }

    /// Describes a value that is not of a type.
    package static func mismatch(_ type: Any.Type) -> String {
        name(of: type).map { "is not \($0)" } ?? "does not have the expected form"
    }

    /// Describes a number that a type can't hold.
    package static func outOfRange(_ type: Any.Type) -> String {
        guard let type = type as? any FixedWidthInteger.Type else { return "is out of range" }
        return "is not an integer from \(bounds(of: type))"
    }

    private static func bounds<Number: FixedWidthInteger>(of type: Number.Type) -> String {
        "\(Number.min) to \(Number.max)"
    }
}

extension KeyValueDecodingError {
    /// The problem, without names of Swift types.
    package var wireText: String {
        switch self {
        case .mismatch(let type): WireTypeName.mismatch(type)
        case .missing: "is missing"
        case .outOfRange(let type): WireTypeName.outOfRange(type)
        case .corrupted(let problem): problem
        }
    }
}
