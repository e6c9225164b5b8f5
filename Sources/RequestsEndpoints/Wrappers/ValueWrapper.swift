import Requests

/// A property wrapper that gives its value a place in a message: ``HeaderValue``, ``BodyValue`` and the others.
///
/// Outside a message it is coded as its value alone.
public protocol ValueWrapper<Value> {
    /// The type of the property.
    associatedtype Value

    /// The value.
    var wrappedValue: Value { get set }

    /// Makes the wrapper of a value.
    init(wrappedValue: Value)
}

extension ValueWrapper where Value: Decodable {
    /// Decodes the value alone, if it is not part of a message.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension ValueWrapper where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension ValueWrapper {
    /// The value.
    public var description: String { "\(wrappedValue)" }

    /// The value, as it describes itself to developers.
    public var debugDescription: String { String(reflecting: wrappedValue) }

    /// The mirror of the value, for `dump`.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property, `nil` if it is missing.
    @inlinable
    public func decode<Wrapper: ValueWrapper & Decodable, Wrapped>(
        _ type: Wrapper.Type, forKey key: Key
    ) throws -> Wrapper where Wrapper.Value == Wrapped? {
        try decodeIfPresent(type, forKey: key) ?? Wrapper(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, nothing if it is `nil`.
    @inlinable
    public mutating func encode<Wrapper: ValueWrapper & Encodable, Wrapped>(
        _ value: Wrapper, forKey key: Key
    ) throws where Wrapper.Value == Wrapped? {
        try encode(part: value, isPresent: value.wrappedValue != nil, forKey: key)
    }
}
