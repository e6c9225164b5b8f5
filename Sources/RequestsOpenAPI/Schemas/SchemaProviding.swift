public import Requests

/// A type that describes the JSON of its values, for types that can't be inspected by decoding.
///
/// ```swift
/// extension Color: SchemaProviding {
///     static var schema: JSONValue { ["type": "string", "pattern": "^#[0-9a-f]{6}$"] }
/// }
/// ```
public protocol SchemaProviding {
    /// The schema of the values, in JSON Schema 2020-12.
    static var schema: JSONValue { get }
}
