/// A type in scaffolded code.
indirect enum SwiftType: Hashable, Sendable {
    case named(String)
    case array(SwiftType)
    case dictionary(SwiftType)
    case optional(SwiftType)
    /// A value that is stored by reference, in a type that contains itself.
    case indirect(SwiftType)
    /// A value that is sent as `null` if it is `nil`.
    case nullable(SwiftType)

    static let string = named("String")
    static let json = named("JSONValue")
    static let data = named("Data")

    /// The names of the types of numbers.
    static let numbers: Set = ["Int", "UInt64", "Double"]

    /// The type as written in code.
    var text: String {
        switch self {
        case .named(let name): name
        case .array(let element): "[\(element.text)]"
        case .dictionary(let value): "[String: \(value.text)]"
        case .optional(let wrapped): "\(wrapped.text)?"
        case .indirect(let wrapped): "Indirect<\(wrapped.text)>"
        case .nullable(let wrapped): "Nullable<\(wrapped.text)>"
        }
    }

    /// The type with `nil` as an additional value.
    var orNil: SwiftType { if case .optional = self { self } else { .optional(self) } }

    /// The type without `nil`.
    var wrapped: SwiftType { if case .optional(let wrapped) = self { wrapped } else { self } }

    var isOptional: Bool { if case .optional = self { true } else { false } }

    /// The name of the type that a value contains directly; `nil` for a list, a dictionary or a reference.
    var directName: String? {
        switch self {
        case .named(let name): name
        case .optional(let wrapped), .nullable(let wrapped): wrapped.directName
        default: nil
        }
    }

    /// Indicates whether the type can't contain all texts or numbers.
    var isPartial: Bool {
        guard case .named(let name) = self else { return false }
        return ["Int", "UInt64", "Date", "UUID", "URL", "Data"].contains(name)
    }

    /// Indicates whether a part of the type is sent as `null`.
    var isNullable: Bool {
        switch self {
        case .named: false
        case .nullable: true
        case .array(let inner), .dictionary(let inner), .optional(let inner), .indirect(let inner): inner.isNullable
        }
    }

    /// The type whose direct value is stored by reference.
    var closed: SwiftType {
        switch self {
        case .optional(let wrapped): .optional(wrapped.closed)
        case .nullable(let wrapped): .nullable(wrapped.closed)
        default: .indirect(self)
        }
    }

    /// The names of all types in this one.
    var names: [String] {
        switch self {
        case .named(let name): [name]
        case .array(let inner), .dictionary(let inner), .optional(let inner), .indirect(let inner),
            .nullable(let inner):
            inner.names
        }
    }
}
