public import Requests

/// A type that describes the JSON of its values, because they show too little when they are decoded.
///
/// ```swift
/// extension Color: SchemaProviding {
///     static var schema: JSONValue { ["type": "string", "pattern": "^#[0-9a-f]{6}$"] }
/// }
/// ```
public protocol SchemaProviding {
    /// The schema of a value, by JSON Schema 2020-12.
    static var schema: JSONValue { get }
}
