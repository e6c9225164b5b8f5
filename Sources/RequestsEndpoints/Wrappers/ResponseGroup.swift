import Requests

/// A property that is declared like a response, and read from the same response.
///
/// ```swift
/// struct RateLimit: Decodable {
///     @HeaderValue var remaining: Int?
///     enum CodingKeys: String, CodingKey { case remaining = "X-RateLimit-Remaining" }
/// }
///
/// struct Response: Decodable {
///     @ResponseGroup var rateLimit: RateLimit
///     @BodyValue var user: User
/// }
/// ```
///
/// An optional is `nil` if a required part is missing. A part that is there but has no valid value is still an error.
@propertyWrapper
public struct ResponseGroup<Value>: ValueWrapper {
    /// The value that was read.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension ResponseGroup: Sendable where Value: Sendable {}
extension ResponseGroup: Equatable where Value: Equatable {}
extension ResponseGroup: Hashable where Value: Hashable {}
extension ResponseGroup: Decodable where Value: Decodable {}
extension ResponseGroup: Encodable where Value: Encodable {}
extension ResponseGroup: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
