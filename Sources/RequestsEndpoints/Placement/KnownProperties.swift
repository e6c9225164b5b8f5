import Requests

/// The header field names and wrapper types of an endpoint's properties, each looked up once.
final class KnownProperties: Sendable {
    /// Searching so few names is faster than hashing.
    private let names = Guarded<[Name]>([])
    private let wrappers = Guarded<[Wrapper]>([])

    private struct Name {
        let property: String
        let field: HeaderField.Name
    }

    private struct Wrapper {
        let type: ObjectIdentifier
        let wrapper: (any PlacedProperty.Type)?
    }

    /// Coding keys can come from data, so the cache is limited.
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

    /// Returns a type as a wrapper type; `nil` if the type isn't a wrapper.
    func wrapper<Value>(of type: Value.Type) -> (any PlacedProperty.Type)? {
        let id = ObjectIdentifier(type)
        return wrappers.withLock { wrappers in
            for known in wrappers where known.type == id { return known.wrapper }
            let wrapper = type as? any PlacedProperty.Type
            if wrappers.count < Self.limit { wrappers.append(Wrapper(type: id, wrapper: wrapper)) }
            return wrapper
        }
    }
}
