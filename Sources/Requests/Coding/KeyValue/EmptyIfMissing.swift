/// A collection that is written as nothing if it is empty, and read as empty if it is missing.
///
/// This holds for properties of queries and forms that are not optional: a missing optional is `nil`.
protocol EmptyIfMissing {
    /// Makes an empty collection.
    init()
}

extension Array: EmptyIfMissing {}
extension Set: EmptyIfMissing {}
extension Dictionary: EmptyIfMissing {}
