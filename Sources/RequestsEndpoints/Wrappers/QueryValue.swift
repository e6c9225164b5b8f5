import Requests

/// A property that goes into the query, whatever the method.
///
/// ```swift
/// struct NewTodo: Codable {
///     var list: Int                       // in the path
///     @QueryValue var notify: Bool?       // ?notify=true, though the method is POST
///     var title: String                   // in the body
/// }
/// ```
@propertyWrapper
public struct QueryValue<Value>: ValueWrapper {
    /// The value.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension QueryValue: Sendable where Value: Sendable {}
extension QueryValue: Equatable where Value: Equatable {}
extension QueryValue: Hashable where Value: Hashable {}
extension QueryValue: Decodable where Value: Decodable {}
extension QueryValue: Encodable where Value: Encodable {}
