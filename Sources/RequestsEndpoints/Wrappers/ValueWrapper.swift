import Requests

/// A property with a place in a message: see ``HeaderValue``, ``BodyValue`` and the others.
///
/// Outside a message it is coded as its value alone.
@propertyWrapper
public struct ValueWrapper<Place: ValuePlace, Value> {
    /// The value.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension ValueWrapper: Sendable where Value: Sendable {}
extension ValueWrapper: Equatable where Value: Equatable {}
extension ValueWrapper: Hashable where Value: Hashable {}

extension ValueWrapper: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a message.
    public init(from decoder: any Decoder) throws {
        MetWrappers.note()
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

extension ValueWrapper: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        MetWrappers.note()
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension ValueWrapper: CustomDebugStringConvertible, CustomReflectable {
    /// The value, as it describes itself to developers; for a cookie, whether there is one.
    public var debugDescription: String { hiddenValue ?? String(reflecting: wrappedValue) }

    /// The mirror of the value, for `dump`; for a cookie, it shows only whether there is one.
    public var customMirror: Mirror { hiddenValue.map { Mirror(reflecting: $0) } ?? Mirror(reflecting: wrappedValue) }

    /// A text that says whether there is a value, if the value is a secret.
    private var hiddenValue: String? {
        guard Place.place == .cookie else { return nil }
        let mirror = Mirror(reflecting: wrappedValue)
        return mirror.displayStyle == .optional && mirror.children.isEmpty ? "nil" : Redaction.placeholder
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property, `nil` if it is missing.
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
    /// Encodes a wrapped property, nothing if it is `nil`.
    @inlinable
    public mutating func encode<Place, Wrapped: Encodable>(
        _ value: ValueWrapper<Place, Wrapped?>, forKey key: Key
    ) throws {
        try encode(part: value, isPresent: value.wrappedValue != nil, forKey: key)
    }
}
