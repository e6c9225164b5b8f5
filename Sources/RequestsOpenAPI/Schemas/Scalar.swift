import Foundation
import Requests

/// The type of a value without parts.
enum Scalar {
    case text
    case boolean
    case integer(any FixedWidthInteger.Type)
    /// A number; if `largest` is `nil`, the limits are those of `Double`.
    case number(format: String?, largest: Double? = nil)
    case date
    case data
    case uuid
    case url
    /// Any JSON.
    case any

    /// - Returns: `nil` for a type that isn't a scalar.
    init?(_ type: Any.Type) {
        switch type {
        case is String.Type, is Substring.Type, is Character.Type: self = .text
        case is Bool.Type: self = .boolean
        case is Double.Type: self = .number(format: "double")
        case is Float.Type: self = .number(format: "float", largest: Double(Float.greatestFiniteMagnitude))
        // 38 digits with an exponent of up to 127.
        case is Decimal.Type: self = .number(format: nil, largest: 3.402823669209384e165)
        case is Date.Type: self = .date
        case is Data.Type: self = .data
        case is UUID.Type: self = .uuid
        case is URL.Type: self = .url
        case is JSONValue.Type: self = .any
        default:
            guard let integer = Self.integers[ObjectIdentifier(type)] else { return nil }
            self = .integer(integer)
        }
    }

    /// The standard library's integers.
    ///
    /// Looking up a conformance takes longer the more types a program has, and each new type would need a look-up.
    private static let integers: [ObjectIdentifier: any (FixedWidthInteger & Sendable).Type] = {
        var types: [any (FixedWidthInteger & Sendable).Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) { types += [Int128.self, UInt128.self] }
        return Dictionary(types.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    }()

    /// Returns the schema of the value in the form that the API's coding writes.
    ///
    /// - Parameters:
    ///   - coding: The coding of the API.
    ///   - isJSON: Whether the value is in JSON, and not text in a path, a query or a field.
    /// - Returns: The schema.
    func schema(coding: Coding, isJSON: Bool) -> JSONValue {
        switch self {
        case .text: ["type": "string"]
        case .boolean: Self.boolean(isJSON ? .literal : coding.booleans)
        case .integer(let type):
            Self.integer(type, isText: isJSON && coding.integers == .text && Self.isWide(type))
        case .number(let format, let largest):
            .object(
                .present([
                    ("type", "number"), ("format", format.map(JSONValue.string)),
                    ("minimum", largest.map { JSONValue(floatLiteral: -$0) }),
                    ("maximum", largest.map { JSONValue(floatLiteral: $0) }),
                ]))
        case .date: Self.date(coding.dates)
        case .data: Self.data(coding.data)
        case .uuid: ["type": "string", "format": "uuid"]
        case .url: ["type": "string", "format": "uri-reference", "minLength": 1]
        case .any: [:]
        }
    }

    private static func boolean(_ style: Coding.BooleanStyle) -> JSONValue {
        switch style {
        case .literal: ["type": "boolean"]
        case .numeric: ["type": "integer", "enum": [0, 1]]
        }
    }

    /// Returns whether an integer may be encoded as a string.
    private static func isWide(_ type: Any.Type) -> Bool {
        type == Int64.self || type == UInt64.self || isWideInteger(type)
    }

    private static func integer<Number: FixedWidthInteger>(_ type: Number.Type, isText: Bool) -> JSONValue {
        var schema: JSONValue.Object = ["type": "integer"]
        if Number.isSigned, Number.bitWidth == 32 || Number.bitWidth == 64 {
            schema["format"] = .string("int\(Number.bitWidth)")
        }
        schema["minimum"] = JSONValue(Number.min)
        schema["maximum"] = JSONValue(Number.max)
        // Without an example, viewers that calculate with doubles would round the smallest number, which moves it out
        // of range.
        if Number.isSigned, Number.bitWidth >= 64 { schema["examples"] = [1] }
        guard isText else { return .object(schema) }
        // Decoding also accepts numbers.
        let pattern = "^\(Number.isSigned ? "-?" : "")[0-9]{1,\(String(Number.max).count)}$"
        let text: JSONValue = ["type": "string", "pattern": .string(pattern)]
        return ["anyOf": [text, .object(schema)]]
    }

    private static func date(_ style: Coding.DateStyle) -> JSONValue {
        switch style {
        case .iso8601: ["type": "string", "format": "date-time"]
        case .localISO8601: ["type": "string", "description": "A date and time without a time zone."]
        case .secondsSince1970: ["type": "integer", "description": "Seconds since 1970."]
        case .fractionalSecondsSince1970: ["type": "number", "description": "Seconds since 1970."]
        case .millisecondsSince1970: ["type": "integer", "description": "Milliseconds since 1970."]
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
