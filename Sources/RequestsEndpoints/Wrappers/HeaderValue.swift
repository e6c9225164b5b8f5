import Requests

/// A property that is a header field.
///
/// ```swift
/// struct Response: Decodable {
///     @HeaderValue var lastModified: Date?           // Last-Modified
///     @HeaderValue var requestID: String             // Request-Id, which must be there
///
///     enum CodingKeys: String, CodingKey {
///         case lastModified
///         case requestID = "X-Request-ID"
///     }
/// }
/// ```
///
/// The field has the name of the property, with each word capitalised. A registered field with the same letters keeps its
/// spelling: `eTag` is `ETag`. A coding key is the exact name if it has a hyphen or an underscore, or begins with a capital.
///
/// Values are text, numbers, booleans, dates, URLs, enums with raw values, and arrays of them. An optional is `nil` if there is
/// no such field. Several lines of a field are one value, joined by commas (RFC 9110, section 5.3).
///
/// The API's ``/Requests/Coding`` writes dates and data. The date fields of HTTP, such as `Last-Modified`, `Expires`
/// and `If-Modified-Since`, have HTTP dates instead, to the second (RFC 9110, section 5.6.7). An `Expires` that is not
/// a date, such as `0`, is `Date.distantPast` (RFC 9111, section 5.3). A server ignores an `If-Modified-Since` or
/// `If-Unmodified-Since` that is not a date, so declare them as optional.
@propertyWrapper
public struct HeaderValue<Value>: ValueWrapper {
    /// The value of the field.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension HeaderValue: Sendable where Value: Sendable {}
extension HeaderValue: Equatable where Value: Equatable {}
extension HeaderValue: Hashable where Value: Hashable {}
extension HeaderValue: Decodable where Value: Decodable {}
extension HeaderValue: Encodable where Value: Encodable {}
extension HeaderValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
