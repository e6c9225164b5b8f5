import Foundation
import Requests

/// The schemas of values without parts.
enum ScalarSchema {
    /// Returns the schema of a type; `nil` for a type that is no scalar.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - coding: The styles.
    ///   - isJSON: Whether the value is in JSON, and not a text in a path, a query or a field.
    /// - Returns: The schema.
    static func schema(of type: Any.Type, coding: Coding, isJSON: Bool) -> JSONValue? {
        switch type {
        case is String.Type, is Substring.Type, is Character.Type: ["type": "string"]
        case is Bool.Type: boolean(isJSON ? .literal : coding.booleans)
        case is Double.Type: ["type": "number", "format": "double"]
        case is Float.Type: ["type": "number", "format": "float"]
        case is Decimal.Type: ["type": "number"]
        case is Date.Type: date(coding.dates)
        case is Data.Type: data(coding.data)
        case is UUID.Type: ["type": "string", "format": "uuid"]
        case is URL.Type: ["type": "string", "format": "uri-reference", "minLength": 1]
        case is JSONValue.Type: [:]
        default:
            integers[ObjectIdentifier(type)].map { number in
                integer(number, isText: isJSON && coding.integers == .text && isWide(type))
            }
        }
    }

    /// The integers of the standard library.
    ///
    /// A look-up of a conformance takes longer the more types a program has, and each new type would need one.
    private static let integers: [ObjectIdentifier: any (FixedWidthInteger & Sendable).Type] = {
        let types: [any (FixedWidthInteger & Sendable).Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
        ]
        return Dictionary(types.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    }()

    private static func boolean(_ style: Coding.BooleanStyle) -> JSONValue {
        switch style {
        case .literal: ["type": "boolean"]
        case .numeric: ["type": "integer", "enum": [0, 1]]
        }
    }

    /// Returns whether an integer may be written as a string.
    private static func isWide(_ type: Any.Type) -> Bool {
        type == Int64.self || type == UInt64.self || type == Int128.self || type == UInt128.self
    }

    private static func integer<Number: FixedWidthInteger>(_ type: Number.Type, isText: Bool) -> JSONValue {
        var schema: JSONValue.Object = ["type": "integer"]
        if Number.isSigned, Number.bitWidth == 32 || Number.bitWidth == 64 {
            schema["format"] = .string("int\(Number.bitWidth)")
        }
        schema["minimum"] = JSONValue(Number.min)
        schema["maximum"] = JSONValue(Number.max)
        guard isText else { return .object(schema) }
        // Readers take numbers, too.
        let text: JSONValue = ["type": "string", "pattern": .string(Number.isSigned ? "^-?[0-9]+$" : "^[0-9]+$")]
        return ["anyOf": [text, .object(schema)]]
    }

    private static func date(_ style: Coding.DateStyle) -> JSONValue {
        switch style {
        case .iso8601: ["type": "string", "format": "date-time"]
        case .secondsSince1970: ["type": "number", "description": "Seconds since 1970."]
        case .millisecondsSince1970: ["type": "number", "description": "Milliseconds since 1970."]
        case .custom: ["type": "string"]
        }
    }

    private static func data(_ style: Coding.DataStyle) -> JSONValue {
        switch style {
        case .base64: ["type": "string", "contentEncoding": "base64"]
        case .custom: ["type": "string"]
        }
    }
}
