import Requests

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
/// In a response, the value may be a ``/Requests/WebCookie``, which has attributes such as `Path` and `HttpOnly`.
///
/// A list holds all cookies of the message, whatever their names:
///
/// ```swift
/// @CookieValue var cookies: [WebCookie]
/// ```
@propertyWrapper
public struct CookieValue<Value>: ValueWrapper {
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
extension CookieValue: Decodable where Value: Decodable {}
extension CookieValue: Encodable where Value: Encodable {}

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
