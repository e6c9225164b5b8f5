/// A property that goes into the query, whatever the method.
///
/// ```swift
/// struct NewTodo: Codable {
///     var list: Int                       // in the path
///     @QueryValue var notify: Bool?       // ?notify=true, though the method is POST
///     var title: String                   // in the body
/// }
/// ```
@propertyWrapper
public struct QueryValue<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension QueryValue: Sendable where Value: Sendable {}
extension QueryValue: Equatable where Value: Equatable {}
extension QueryValue: Hashable where Value: Hashable {}

extension QueryValue: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a message.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: QueryValue<Value?>.Type, forKey key: Key
    ) throws -> QueryValue<Value?> {
        try decodeIfPresent(type, forKey: key) ?? QueryValue(wrappedValue: nil)
    }
}

extension QueryValue: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    public mutating func encode<Value: Encodable>(_ value: QueryValue<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
