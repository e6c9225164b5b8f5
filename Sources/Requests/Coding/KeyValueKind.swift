import Foundation

/// How the encoder writes a type.
enum KeyValueKind {
    case integer, text, boolean, double, uuid, url, date, data, decimal
    /// A dictionary or a set.
    case unordered
    /// A value that could be `nil`.
    case optional
    /// What it encodes.
    case other

    init<Value>(_ type: Value.Type) {
        self =
            if type == Int.self { .integer } else if type == String.self {
                .text
            } else if type == Bool.self { .boolean } else if type == Double.self {
                .double
            } else if type == UUID.self { .uuid } else if type == URL.self {
                .url
            } else if type == Date.self { .date } else if type == Data.self {
                .data
            } else if type == Decimal.self { .decimal } else if type is any UnorderedCollection.Type {
                .unordered
            } else if type is any EmptyBodyDecodable.Type { .optional } else { .other }
    }
}

/// The kinds of the types that were met last: asking a type what it conforms to costs more than the rest of a field.
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
    /// The value where it is of exactly this type.
    ///
    /// Its memory is read as it is: a cast costs more than the rest of a field.
    func exactly<Value>(_ type: Value.Type) -> Value? {
        guard Self.self == type else { return nil }
        return withUnsafePointer(to: self) { pointer in
            pointer.withMemoryRebound(to: type, capacity: 1) { $0.pointee }
        }
    }
}
