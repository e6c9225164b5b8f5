import Foundation
import Requests

/// The bounds of a property's values, and their default, for `PropertySchemaProviding`.
enum PropertyLimits {
    private static let ofNumbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
    private static let ofTexts = ["minLength", "maxLength", "pattern"]
    private static let ofLists = ["minItems", "maxItems", "uniqueItems"]

    private static let textLimit = 60

    /// Returns the keywords that apply to a type.
    ///
    /// - Parameters:
    ///   - schema: The schema of the property.
    ///   - type: Its type.
    ///   - omit: Receives each keyword that code can't contain.
    /// - Returns: The keywords in order.
    static func limits(of schema: MergedSchema, _ type: SwiftType, omit: (String) -> Void) -> JSONValue.Object {
        var limits = JSONValue.Object()
        for keyword in keywords(for: type) {
            guard let value = schema.limits[keyword] else { continue }
            let isKnown = keyword == "default" && schema.values?.contains(value) == true
            guard isKnown || hasKind(value, of: keyword, type.wrapped) else { continue }
            if literal(of: value) == nil { omit(keyword) } else { limits[keyword] = value }
        }
        return limits
    }

    private static func keywords(for type: SwiftType) -> [String] {
        switch type.wrapped {
        case .named(let name) where SwiftType.numbers.contains(name): ofNumbers + ["default"]
        case .named("String"): ofTexts + ["default"]
        case .named("Bool"): ["default"]
        case .array: ofLists
        default: ["default"]
        }
    }

    /// Returns whether a keyword's value has the type that JSON Schema requires, and fits the property's type.
    static func hasKind(_ value: JSONValue, of keyword: String, _ type: SwiftType) -> Bool {
        switch (keyword, value) {
        case ("pattern", .string), ("uniqueItems", .bool): true
        case ("default", .string): type == .string
        case ("default", .bool): type == .named("Bool")
        case ("default", .number(let number)):
            type == .named("Double") || type == .named("Int") && Int(number.description) != nil
                || type == .named("UInt64") && UInt64(number.description) != nil
        case ("pattern", _), ("uniqueItems", _), ("default", _): false
        // A document may contain a rounded bound that is outside of the type's range.
        case (_, .number(let number)): type != .named("Int") || !number.isInteger || Int(number.description) != nil
        default: false
        }
    }

    /// Returns the literal of a value; `nil` for a long or nested value.
    static func literal(of value: JSONValue) -> String? {
        switch value {
        case .bool(let value): return "\(value)"
        case .string(let text) where text.count <= textLimit: return SwiftText.literal(text)
        case .number:
            let text = value.description
            if let number = Int(text) { return "\(number)" }
            // A literal is an integer of 64 bits with a sign, or a `Double`.
            if let number = UInt64(text) { return "JSONValue(\(number) as UInt64)" }
            let isDecimal = text.contains(".") && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
            return isDecimal && text.count <= 20 && value.double.flatMap { JSONValue($0) } == value ? text : nil
        default: return nil
        }
    }
}
