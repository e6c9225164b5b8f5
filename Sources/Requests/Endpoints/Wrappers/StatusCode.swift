/// A property that is the status of a response.
///
/// ```swift
/// struct Answer: Decodable {
///     @StatusCode var status: HTTPStatus
/// }
/// ```
///
/// The property can also be a number, or an enum with numbers as raw values. A type that declares it has a place for every failed
/// status, so no failed status is an error.
@propertyWrapper
public struct StatusCode<Value> {
    /// The status.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension StatusCode: Sendable where Value: Sendable {}
extension StatusCode: Equatable where Value: Equatable {}
extension StatusCode: Hashable where Value: Hashable {}

extension StatusCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value.
    public var description: String { "\(wrappedValue)" }

    /// The value, as it describes itself to developers.
    public var debugDescription: String { String(reflecting: wrappedValue) }

    /// A mirror for `dump` that shows the value.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension StatusCode: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a response.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: StatusCode<Value?>.Type, forKey key: Key
    ) throws -> StatusCode<Value?> {
        try decodeIfPresent(type, forKey: key) ?? StatusCode(wrappedValue: nil)
    }
}

extension StatusCode: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    public mutating func encode<Value: Encodable>(_ value: StatusCode<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
