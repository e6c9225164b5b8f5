public import Requests

/// A type that adds descriptions and bounds to some of its properties.
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
/// The type can be an input, an output, or any type inside an input or output. Documents contain the descriptions and
/// bounds; ``Routes`` enforce the bounds of inputs.
public protocol PropertySchemaProviding {
    /// Keywords of JSON Schema 2020-12 by coding key; a string is a description.
    ///
    /// The keywords extend the schema that is inferred from the property's type. Properties without keywords can be
    /// omitted.
    ///
    /// If an input violates `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength`,
    /// `minItems` or `maxItems`, even inside `items`, ``Routes`` respond with a 400 that names the value. Other
    /// keywords, such as `pattern`, are not checked. Clients don't check values.
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
