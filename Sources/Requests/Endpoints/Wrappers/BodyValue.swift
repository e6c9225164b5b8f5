/// A property that is a whole body.
///
/// ```swift
/// struct Answer: Decodable {
///     @HeaderValue var link: String?
///     @BodyValue var users: [User]
/// }
/// ```
///
/// The body is decoded in the format of the answer, JSON unless it is declared otherwise, by the API's ``Coding``. `Data` is its
/// bytes as they are, and a `String` its text, unless the answer says that it is of that format. An optional is `nil` where the
/// body is empty, or that of a failure, and where the ``Envelope`` of the API has no content.
@propertyWrapper
public struct BodyValue<Value> {
    /// What the body is.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension BodyValue: Sendable where Value: Sendable {}
extension BodyValue: Equatable where Value: Equatable {}
extension BodyValue: Hashable where Value: Hashable {}

extension BodyValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value.
    public var description: String { "\(wrappedValue)" }

    /// The value, as it describes itself to developers.
    public var debugDescription: String { String(reflecting: wrappedValue) }

    /// What `dump` shows: the value.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension BodyValue: Decodable where Value: Decodable {
    /// Decodes the value alone, where it is not part of an answer.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property, `nil` where it is missing.
    public func decode<Value: Decodable>(
        _ type: BodyValue<Value?>.Type, forKey key: Key
    ) throws -> BodyValue<Value?> {
        try decodeIfPresent(type, forKey: key) ?? BodyValue(wrappedValue: nil)
    }
}

extension BodyValue: Encodable where Value: Encodable {
    /// Encodes the value alone, where it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, nothing where it is `nil`.
    public mutating func encode<Value: Encodable>(_ value: BodyValue<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
