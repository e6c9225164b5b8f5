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
