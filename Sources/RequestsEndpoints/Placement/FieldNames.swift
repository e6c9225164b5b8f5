import Requests

/// The names of the header fields of an endpoint's properties, each made once.
final class FieldNames: Sendable {
    /// A search among so few names costs less than a hash.
    private let names = Guarded<[Name]>([])

    private struct Name {
        let property: String
        let field: HeaderField.Name
    }

    /// Coding keys can be made of data, so not all names are kept.
    private static let limit = 16

    /// Returns the name of the field for a property.
    func field(_ property: String) -> HeaderField.Name {
        names.withLock { names in
            for name in names where name.property == property { return name.field }
            let field = WrapperName.field(property)
            if names.count < Self.limit { names.append(Name(property: property, field: field)) }
            return field
        }
    }
}
