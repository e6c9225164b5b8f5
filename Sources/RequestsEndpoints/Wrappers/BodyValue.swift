import Requests

/// A property that is a whole body.
///
/// ```swift
/// struct Response: Decodable {
///     @HeaderValue var link: String?
///     @BodyValue var users: [User]
/// }
/// ```
///
/// The body is decoded in the format of the response, JSON unless declared otherwise, by the API's
/// ``/Requests/Coding``. `Data` is the unchanged bytes. A `String` is the text, unless the response declares that it is
/// in that format.
///
/// An optional is `nil` if the body is empty, if it is the body of a failure, or if the ``/Requests/Envelope`` of the
/// API has no content.
@propertyWrapper
public struct BodyValue<Value>: ValueWrapper {
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
extension BodyValue: Decodable where Value: Decodable {}
extension BodyValue: Encodable where Value: Encodable {}
extension BodyValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
