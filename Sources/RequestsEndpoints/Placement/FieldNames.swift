import Requests
import Synchronization

/// The names of the header fields of an endpoint's properties, each made once.
final class FieldNames: Sendable {
    /// The names by their properties: a search among so few costs less than a hash.
    ///
    /// ``Guarded`` would look up its type for each name. The edge is the one that it has for the thread sanitizer.
    private let names = Mutex<[(property: String, field: HeaderField.Name)]>([])
    private let edge = Atomic<Bool>(false)

    /// Coding keys can be made of data, so not all names are kept.
    private static let limit = 16

    /// Returns the name of the field for a property.
    func field(_ property: String) -> HeaderField.Name {
        names.withLock { names in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            for name in names where name.property == property { return name.field }
            let field = WrapperName.field(property)
            if names.count < Self.limit { names.append((property, field)) }
            return field
        }
    }
}
