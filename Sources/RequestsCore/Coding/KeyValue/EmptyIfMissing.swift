/// A collection that is omitted if it is empty, and decoded as empty if it is missing.
///
/// This applies to properties of queries and forms that are not optional; a missing optional is `nil`.
protocol EmptyIfMissing {
    /// Makes an empty collection.
    init()
}

extension Array: EmptyIfMissing {}
extension Set: EmptyIfMissing {}
extension Dictionary: EmptyIfMissing {}
