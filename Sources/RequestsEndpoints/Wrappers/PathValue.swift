import Requests

/// A property that fills a placeholder of an endpoint's path.
///
/// ```swift
/// struct TodoID: Codable {
///     @PathValue var list: Int
///     @PathValue var id: Int
/// }
/// ```
///
/// A plain property that the path names goes into the path without the wrapper, too. The wrapper makes this visible to readers,
/// and makes a path without the placeholder an error.
@propertyWrapper
public struct PathValue<Value>: ValueWrapper {
    /// The value.
    public var wrappedValue: Value

    /// Makes the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension PathValue: Sendable where Value: Sendable {}
extension PathValue: Equatable where Value: Equatable {}
extension PathValue: Hashable where Value: Hashable {}
extension PathValue: Decodable where Value: Decodable {}
extension PathValue: Encodable where Value: Encodable {}
