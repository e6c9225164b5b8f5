import Requests

/// A property that is sent in a specific part of a message: see the aliases, such as ``HeaderValue`` and ``BodyValue``.
///
/// A coder such as `JSONEncoder` or `JSONDecoder` treats such a property like a property without a wrapper.
@propertyWrapper
public struct ValueWrapper<Place: ValuePlace, Value> {
    /// The value.
    public var wrappedValue: Value

    /// Wraps a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension ValueWrapper: Sendable where Value: Sendable {}
extension ValueWrapper: Equatable where Value: Equatable {}
extension ValueWrapper: Hashable where Value: Hashable {}

extension ValueWrapper: Decodable where Value: Decodable {
    /// Decodes only the value, as an ordinary decoder requests.
    public init(from decoder: any Decoder) throws {
        MetWrappers.note()
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension ValueWrapper: Encodable where Value: Encodable {
    /// Encodes only the value, for an ordinary encoder.
    public func encode(to encoder: any Encoder) throws {
        MetWrappers.note()
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension ValueWrapper: CustomDebugStringConvertible, CustomReflectable {
    /// The value's debug description; for a cookie, a text that shows only whether there is a value.
    public var debugDescription: String { hiddenValue ?? String(reflecting: wrappedValue) }

    /// The value's mirror, for `dump`; for a cookie, it shows only whether there is a value.
    public var customMirror: Mirror { hiddenValue.map { Mirror(reflecting: $0) } ?? Mirror(reflecting: wrappedValue) }

    /// A text that shows only whether there is a value; `nil` if the value is not secret.
    private var hiddenValue: String? {
        guard Place.place == .cookie else { return nil }
        let mirror = Mirror(reflecting: wrappedValue)
        return mirror.displayStyle == .optional && mirror.children.isEmpty ? "nil" : Redaction.placeholder
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; the value is `nil` if the property is missing.
    @inlinable
    public func decode<Place, Wrapped: Decodable>(
        _ type: ValueWrapper<Place, Wrapped?>.Type, forKey key: Key
    ) throws -> ValueWrapper<Place, Wrapped?> {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        MetWrappers.note()
        return ValueWrapper(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property; writes nothing for `nil`.
    @inlinable
    public mutating func encode<Place, Wrapped: Encodable>(
        _ value: ValueWrapper<Place, Wrapped?>, forKey key: Key
    ) throws {
        try encode(part: value, isPresent: value.wrappedValue != nil, forKey: key)
    }
}
