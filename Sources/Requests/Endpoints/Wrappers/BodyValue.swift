/// A property that is a whole body.
///
/// ```swift
/// struct Answer: Decodable {
///     @HeaderValue var link: String?
///     @BodyValue var users: [User]
/// }
/// ```
///
/// The body is decoded in the format of the response, JSON unless declared otherwise, by the API's ``Coding``. `Data` is the
/// unchanged bytes. A `String` is the text, unless the response declares that it is in that format.
///
/// An optional is `nil` if the body is empty, if it is the body of a failure, or if the ``Envelope`` of the API has no content.
@propertyWrapper
public struct BodyValue<Value> {
    /// The value of the body.
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

    /// A mirror for `dump` that shows the value.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension BodyValue: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a response.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: BodyValue<Value?>.Type, forKey key: Key
    ) throws -> BodyValue<Value?> {
        try decodeIfPresent(type, forKey: key) ?? BodyValue(wrappedValue: nil)
    }
}

extension BodyValue: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    public mutating func encode<Value: Encodable>(_ value: BodyValue<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
