/// A property that fills a placeholder of an endpoint's path.
///
/// ```swift
/// struct TodoID: Codable {
///     @PathValue var list: Int
///     @PathValue var id: Int
/// }
/// ```
///
/// A plain property that the path names goes into the path without the wrapper, too. The wrapper makes this visible to readers,
/// and makes a path without the placeholder an error.
@propertyWrapper
public struct PathValue<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension PathValue: Sendable where Value: Sendable {}
extension PathValue: Equatable where Value: Equatable {}
extension PathValue: Hashable where Value: Hashable {}

extension PathValue: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a message.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: PathValue<Value?>.Type, forKey key: Key
    ) throws -> PathValue<Value?> {
        try decodeIfPresent(type, forKey: key) ?? PathValue(wrappedValue: nil)
    }
}

extension PathValue: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    public mutating func encode<Value: Encodable>(_ value: PathValue<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
