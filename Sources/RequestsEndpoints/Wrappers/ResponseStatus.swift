import Requests

/// A property that is the status of a response.
///
/// ```swift
/// struct Response: Decodable {
///     @ResponseStatus var status: HTTPStatus
/// }
/// ```
///
/// The property can also be a number, or an enum with numbers as raw values. A type that declares it has a place for every failed
/// status, so no failed status is an error.
@propertyWrapper
public struct ResponseStatus<Value>: ValueWrapper {
    /// The status.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension ResponseStatus: Sendable where Value: Sendable {}
extension ResponseStatus: Equatable where Value: Equatable {}
extension ResponseStatus: Hashable where Value: Hashable {}
extension ResponseStatus: Decodable where Value: Decodable {}
extension ResponseStatus: Encodable where Value: Encodable {}
extension ResponseStatus: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
