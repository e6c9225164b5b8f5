import Requests
import Synchronization

/// The names of the header fields of an endpoint's properties, each made once.
///
/// It is a list that only grows, so that no request waits for another one.
final class FieldNames: Sendable {
    private let first = AtomicLazyReference<Entry>()

    private final class Entry: Sendable {
        let property: String
        let name: HeaderField.Name
        let next = AtomicLazyReference<Entry>()

        init(_ property: String, _ name: HeaderField.Name) {
            self.property = property
            self.name = name
        }
    }

    /// Coding keys can be made of data, so not all of them are kept.
    private static let limit = 16

    /// Returns the name of the field for a property.
    func field(_ property: String) -> HeaderField.Name {
        guard var entry = first.load() else { return first.storeIfNil(Self.entry(property)).name }
        // Another task may have stored another property.
        for _ in 1..<Self.limit {
            if entry.property == property { return entry.name }
            entry = entry.next.load() ?? entry.next.storeIfNil(Self.entry(property))
        }
        return entry.property == property ? entry.name : WrapperName.field(property)
    }

    private static func entry(_ property: String) -> Entry { Entry(property, WrapperName.field(property)) }
}
