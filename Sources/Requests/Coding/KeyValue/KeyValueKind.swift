import Foundation

/// The way in which the encoder writes a type.
enum KeyValueKind {
    case integer, text, boolean, double, uuid, url, date, data, decimal
    /// A dictionary or a set.
    case unordered
    /// Any other type, which encodes itself.
    case other

    init<Value>(_ type: Value.Type) {
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(Int.self): self = .integer
        case ObjectIdentifier(String.self): self = .text
        case ObjectIdentifier(Bool.self): self = .boolean
        case ObjectIdentifier(Double.self): self = .double
        case ObjectIdentifier(UUID.self): self = .uuid
        case ObjectIdentifier(URL.self): self = .url
        case ObjectIdentifier(Date.self): self = .date
        case ObjectIdentifier(Data.self): self = .data
        case ObjectIdentifier(Decimal.self): self = .decimal
        default:
            // A dictionary or a set is one reference: most other types need no look-up of their conformances.
            let mayBeCollection = MemoryLayout<Value>.size == MemoryLayout<Int>.size
            self = mayBeCollection && type is any UnorderedCollection.Type ? .unordered : .other
        }
    }
}

/// The kinds of the most recent types: checking a type's conformance costs more than all the rest of a field.
struct KeyValueKinds {
    private typealias Entry = (type: ObjectIdentifier, kind: KeyValueKind)

    private var entries: (Entry, Entry, Entry, Entry) = (Self.none, Self.none, Self.none, Self.none)
    private var next = 0

    private static var none: Entry { (ObjectIdentifier(Never.self), .other) }

    mutating func kind<Value>(of type: Value.Type) -> KeyValueKind {
        let identifier = ObjectIdentifier(type)
        if identifier == entries.0.type { return entries.0.kind }
        if identifier == entries.1.type { return entries.1.kind }
        if identifier == entries.2.type { return entries.2.kind }
        if identifier == entries.3.type { return entries.3.kind }
        let kind = KeyValueKind(type)
        note((identifier, kind))
        return kind
    }

    private mutating func note(_ entry: Entry) {
        switch next {
        case 0: entries.0 = entry
        case 1: entries.1 = entry
        case 2: entries.2 = entry
        default: entries.3 = entry
        }
        next = (next + 1) & 3
    }
}

extension Encodable {
    /// Returns the value if its type is exactly the given type.
    package func exactly<Other>(_ type: Other.Type) -> Other? { exactly(type) { $0 } }

    /// Returns what a function reads from the value if its type is exactly the given type.
    ///
    /// A cast with `as?` costs more than all the rest of a field.
    @inline(__always)
    package func exactly<Other, Result>(_ type: Other.Type, _ read: (Other) -> Result?) -> Result? {
        guard Self.self == type else { return nil }
        return read(_identityCast(self, to: type))
    }
}
