import Requests

/// A property that is the status of a response.
///
/// ```swift
/// struct Response: Decodable {
///     @StatusCode var status: HTTPStatus
/// }
/// ```
///
/// The property can also be a number, or an enum with numbers as raw values. A type that declares it has a place for every failed
/// status, so no failed status is an error.
@propertyWrapper
public struct StatusCode<Value>: ValueWrapper {
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
extension StatusCode: Decodable where Value: Decodable {}
extension StatusCode: Encodable where Value: Encodable {}
extension StatusCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
