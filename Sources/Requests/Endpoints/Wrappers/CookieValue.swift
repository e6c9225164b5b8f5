/// A property that is the value of a cookie.
///
/// ```swift
/// struct Login: Decodable {
///     @CookieValue var session: String?
/// }
/// ```
///
/// The cookie has the name of the property, or of its coding key. An optional is `nil` if the response sets no such cookie. If
/// several cookies have the name, the last one counts (RFC 6265, section 5.3). No description shows the value.
///
/// In a response, the value may be a ``ResponseCookie``, which has attributes such as `Path` and `HttpOnly`.
@propertyWrapper
public struct CookieValue<Value> {
    /// The value of the cookie.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension CookieValue: Sendable where Value: Sendable {}
extension CookieValue: Equatable where Value: Equatable {}
extension CookieValue: Hashable where Value: Hashable {}

extension CookieValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text that says whether there is a value.
    public var description: String {
        let mirror = Mirror(reflecting: wrappedValue)
        return mirror.displayStyle == .optional && mirror.children.isEmpty ? "nil" : Redaction.placeholder
    }

    /// The same text as `description`.
    public var debugDescription: String { description }

    /// A mirror for `dump` that shows whether there is a value, but not the value.
    public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension CookieValue: Decodable where Value: Decodable {
    /// Decodes the value alone, if it is not part of a response.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a wrapped property; a missing one becomes `nil`.
    public func decode<Value: Decodable>(
        _ type: CookieValue<Value?>.Type, forKey key: Key
    ) throws -> CookieValue<Value?> {
        try decodeIfPresent(type, forKey: key) ?? CookieValue(wrappedValue: nil)
    }
}

extension CookieValue: Encodable where Value: Encodable {
    /// Encodes the value alone, if it is not part of a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    @inlinable
    public mutating func encode<Value: Encodable>(_ value: CookieValue<Value?>, forKey key: Key) throws {
        try encode(part: value, isPresent: value.wrappedValue != nil, forKey: key)
    }
}
