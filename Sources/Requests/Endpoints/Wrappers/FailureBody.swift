/// A property that is the body of a failed response: one whose status is 400 or more.
///
/// ```swift
/// struct Answer: Decodable {
///     @BodyValue var user: User?
///     @FailureBody var problem: Problem?
/// }
/// ```
///
/// It is `nil` if the response is not a failure, or if its body is empty or in another format. A type that declares it has a
/// place for every failed status, so no failed status is an error.
@propertyWrapper
public struct FailureBody<Value> {
    /// The value of the failure's body; an optional.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension FailureBody: Sendable where Value: Sendable {}
extension FailureBody: Equatable where Value: Equatable {}
extension FailureBody: Hashable where Value: Hashable {}

extension FailureBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value.
    public var description: String { "\(wrappedValue)" }

    /// The value, as it describes itself to developers.
    public var debugDescription: String { String(reflecting: wrappedValue) }

    /// A mirror for `dump` that shows the value.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension FailureBody: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a response.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: FailureBody<Value?>.Type, forKey key: Key
    ) throws -> FailureBody<Value?> {
        try decodeIfPresent(type, forKey: key) ?? FailureBody(wrappedValue: nil)
    }
}

extension FailureBody: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    public mutating func encode<Value: Encodable>(_ value: FailureBody<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
    }
}
