/// A property that is declared like a response, and read from the same response.
///
/// ```swift
/// struct RateLimit: Decodable {
///     @HeaderValue var remaining: Int?
///     enum CodingKeys: String, CodingKey { case remaining = "X-RateLimit-Remaining" }
/// }
///
/// struct Answer: Decodable {
///     @Nested var rateLimit: RateLimit
///     @BodyValue var user: User
/// }
/// ```
///
/// An optional is `nil` if a required part is missing. A part that is there but has no valid value is still an error.
@propertyWrapper
public struct Nested<Value> {
    /// The value that was read.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Nested: Sendable where Value: Sendable {}
extension Nested: Equatable where Value: Equatable {}
extension Nested: Hashable where Value: Hashable {}

extension Nested: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value.
    public var description: String { "\(wrappedValue)" }

    /// The value, as it describes itself to developers.
    public var debugDescription: String { String(reflecting: wrappedValue) }

    /// A mirror for `dump` that shows the value.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Nested: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a response.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: Nested<Value?>.Type, forKey key: Key
    ) throws -> Nested<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Nested(wrappedValue: nil)
    }
}

extension Nested: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    public mutating func encode<Value: Encodable>(_ value: Nested<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
