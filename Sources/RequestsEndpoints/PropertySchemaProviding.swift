public import Requests

/// A type with descriptions and bounds for some of its properties, which documents contain and ``Routes`` enforce.
///
/// ```swift
/// extension BookSearch: PropertySchemaProviding {
///     static var propertySchemas: JSONValue.Object {
///         [
///             "title": "Words in the title",
///             "limit": ["description": "The size of a page", "minimum": 1, "maximum": 100, "default": 20],
///         ]
///     }
/// }
/// ```
///
/// It can be an input, an output, or any type inside them.
public protocol PropertySchemaProviding {
    /// Keywords of JSON Schema 2020-12 by coding key; a string is a description.
    ///
    /// They extend the schema that is inferred from the property's type. Properties without keywords can be omitted.
    ///
    /// If an input violates `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength`, `minItems` or
    /// `maxItems`, also inside `items`, ``Routes`` respond with a 400 that names the value. They don't check other keywords, such
    /// as `pattern`. Clients send any value.
    static var propertySchemas: JSONValue.Object { get }
}

extension PropertySchemaProviding {
    /// Returns the keywords of a property; `nil` if there are none.
    package static func keywords(of key: String) -> JSONValue.Object? {
        switch propertySchemas[key] {
        case .string(let text)?: ["description": .string(text)]
        case .object(let keywords)?: keywords
        default: nil
        }
    }
}
