/// A collection that is written as nothing where it is empty, and read as empty where it is missing.
///
/// It is so for properties of queries and forms that are no optionals: of these, what is missing is `nil`.
protocol EmptyWhereMissing {
    /// Makes an empty one.
    init()
}

extension Array: EmptyWhereMissing {}
extension Set: EmptyWhereMissing {}
extension Dictionary: EmptyWhereMissing {}

extension MessagePart {
    /// A wrapper of an empty collection; `nil` where it wraps none.
    static var emptyWhereMissing: Self? {
        guard let empty = (Value.self as? any EmptyWhereMissing.Type)?.init() as? Value else { return nil }
        return Self(wrappedValue: empty)
    }
}
