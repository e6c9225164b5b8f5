import Foundation
import Requests

/// The members of schemas that are annotations.
package enum SchemaWords {
    static let texts = ["title", "description", "$comment", "externalDocs"]
    static let examples = ["example", "examples"]
    package static let names = Set(texts + examples + ["deprecated", "default", "readOnly", "writeOnly"])
}

enum SchemaMember {
    /// The name of the member that a form contains if a value must match exactly one alternative.
    static let exclusive = "oneOf"

    /// The keywords of JSON Schema 2020-12 without a separate rule, all of which restrict values.
    static let restrictions = [
        exclusive, "patternProperties", "contains", "minContains", "maxContains", "dependentRequired",
        "dependentSchemas", "dependencies", "unevaluatedItems", "if", "then", "else",
    ]

    /// The keywords that don't restrict values by themselves.
    static let neutral: Set<String> = [
        "$defs", "definitions", "$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary",
    ]

    /// Returns whether a changed restriction allows fewer values; `nil` if this is unknown.
    static func isNarrower(_ name: String, _ old: JSONValue?, _ new: JSONValue?) -> Bool? {
        guard let old, let new else { return old == nil }
        switch name {
        case "minContains": return SchemaBound.isLess(old, new)
        case "maxContains": return SchemaBound.isLess(new, old)
        default: return Optional.none
        }
    }

    /// Combines the values that a member has in two schemas, if a value must match both schemas.
    static func both(_ name: String, _ first: JSONValue, _ second: JSONValue) -> JSONValue {
        if first == second { return first }
        switch name {
        case "properties", "patternProperties", "$defs":
            guard case .object(var members) = first, let more = second.object else { return first }
            for (key, value) in more {
                members[key] = members[key].map { $0 == value ? $0 : ["allOf": [$0, value]] } ?? value
            }
            return .object(members)
        case "required":
            let all = (first.array ?? []) + (second.array ?? [])
            var seen: Set<JSONValue> = []
            return .array(all.filter { seen.insert($0).inserted })
        case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
            return SchemaBound.isLess(first, second) ? second : first
        case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
            return SchemaBound.isLess(first, second) ? first : second
        case "items", "additionalProperties", "unevaluatedProperties", "propertyNames", "contains":
            return ["allOf": [first, second]]
        case _ where SchemaWords.names.contains(name): return first
        default: return [first, second]
        }
    }
}

/// A numeric limit.
struct SchemaBound {
    let value: JSONValue
    let isExclusive: Bool

    /// Makes the lower or upper limit of a schema; `nil` if the schema doesn't have this limit.
    init?(_ members: JSONValue.Object, _ name: String, exclusive: String) {
        // In OpenAPI 3.0, the limit is a number, and a boolean makes it exclusive.
        let isOldForm = members[exclusive] == true
        switch (Self.number(members[name]), Self.number(members[exclusive])) {
        case (nil, nil): return nil
        case (let value?, nil): self.init(value: value, isExclusive: isOldForm)
        case (nil, let value?): self.init(value: value, isExclusive: true)
        case (let value?, let strict?):
            let isStricter =
                name == "minimum" ? !Self.isLess(strict, value) : !Self.isLess(value, strict)
            self.init(value: isStricter ? strict : value, isExclusive: isStricter)
        }
    }

    private static func number(_ value: JSONValue?) -> JSONValue? {
        guard case .number(let number)? = value else { return Optional.none }
        return .number(number)
    }

    private init(value: JSONValue, isExclusive: Bool) {
        self.value = value
        self.isExclusive = isExclusive
    }

    /// Returns whether a number is within the limit.
    func allows(_ number: JSONValue, isLower: Bool) -> Bool {
        if number.decimal == value.decimal { return !isExclusive }
        return isLower ? Self.isLess(value, number) : Self.isLess(number, value)
    }

    /// Converts an exclusive limit of integers to an inclusive one.
    static func include(_ name: String, _ exclusive: String, _ step: Decimal, in members: inout JSONValue.Object) {
        guard let bound = SchemaBound(members, name, exclusive: exclusive), bound.isExclusive,
            case .number(let number) = bound.value, number.isInteger, let limit = number.decimal,
            let sum = JSONValue.Number(limit + step)
        else { return }
        members[exclusive] = nil
        members[name] = .number(sum)
    }

    /// Returns whether the first number is less than the second.
    static func isLess(_ first: JSONValue, _ second: JSONValue) -> Bool {
        if let first = first.decimal, let second = second.decimal { return first < second }
        guard let first = first.double, let second = second.double else { return false }
        return first < second
    }
}
