import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// The keywords of JSON Schema, and the values that they apply to.
enum SchemaKeywords {
    private static let ofNumbers: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    ]
    private static let ofTexts: Set<String> = ["minLength", "maxLength", "pattern"]
    private static let ofLists: Set<String> = [
        "minItems", "maxItems", "uniqueItems", "items", "prefixItems", "contains", "minContains", "maxContains",
        "unevaluatedItems",
    ]
    /// The other keywords of JSON Schema 2020-12, and those of OpenAPI 3.1.
    private static let others: Set<String> = [
        "$ref", "$id", "$schema", "$anchor", "$dynamicRef", "$dynamicAnchor", "$defs", "$comment", "$vocabulary",
        "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "properties", "patternProperties",
        "additionalProperties", "propertyNames", "unevaluatedProperties", "type", "enum", "const", "minProperties",
        "maxProperties", "required", "dependentRequired", "format", "contentEncoding", "contentMediaType",
        "contentSchema", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
        "discriminator", "xml", "externalDocs", "example",
    ]

    /// Returns the problem of a keyword; `nil` if the keyword applies to values of the type, or if the type isn't
    /// simple.
    static func problem(of keyword: String, on type: Any.Type?) -> String? {
        let vocabularies = [ofNumbers, ofTexts, ofLists]
        guard let index = vocabularies.firstIndex(where: { $0.contains(keyword) }) else {
            return others.contains(keyword) || keyword.hasPrefix("x-") ? nil : "isn't a keyword of JSON Schema"
        }
        guard let type, let kind = kind(of: type), kind != index else { return nil }
        return "doesn't apply to `\(type)`"
    }

    /// Returns the index of the vocabulary for a type's values; `nil` for a type that may be encoded as any sort of
    /// value.
    private static func kind(of type: Any.Type) -> Int? {
        if type is any (FixedWidthInteger & Decodable).Type || type is any (BinaryFloatingPoint & Decodable).Type {
            return 0
        }
        if type == Decimal.self { return 0 }
        if type == String.self { return 1 }
        if TypeShape.isCollection(type), !(type is any NamedCollection.Type) { return 2 }
        return type == Bool.self ? 3 : nil
    }
}
