import Requests

/// A property that is the body of a failed response: one whose status is 400 or more.
///
/// ```swift
/// struct Response: Decodable {
///     @BodyValue var user: User?
///     @ErrorBody var problem: ProblemDetails?
/// }
/// ```
///
/// It is `nil` if the response is not a failure, or if its body is empty or in another format. A type that declares it has a
/// place for every failed status, so no failed status is an error.
@propertyWrapper
public struct ErrorBody<Value>: ValueWrapper {
    /// The value of the failure's body; an optional.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension ErrorBody: Sendable where Value: Sendable {}
extension ErrorBody: Equatable where Value: Equatable {}
extension ErrorBody: Hashable where Value: Hashable {}
extension ErrorBody: Decodable where Value: Decodable {}
extension ErrorBody: Encodable where Value: Encodable {}
extension ErrorBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
