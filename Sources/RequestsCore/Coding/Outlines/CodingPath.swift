/// The path of a value, linked from the innermost key to the outermost; an array would be copied at each level.
enum CodingPath: Sendable {
    /// A path that comes from another encoder.
    case outer([any CodingKey])
    indirect case key(CodingPath, String, any CodingKey.Type)
    indirect case name(CodingPath, String)
    indirect case element(CodingPath, Int)

    static let root = CodingPath.outer([])

    var keys: [any CodingKey] {
        switch self {
        case .outer(let keys): keys
        case .key(let path, let name, let keys): path.keys + [keys.key(named: name)]
        case .name(let path, let name): path.keys + [WireKey(name)]
        case .element(let path, let index): path.keys + [WireKey(String(index), intValue: index)]
        }
    }

    var isElement: Bool { if case .element = self { true } else { false } }

    /// Indicates whether the innermost key is a property, rather than an entry of a type that accepts any name.
    var isProperty: Bool { if case .key(_, _, let keys) = self { !keys.isOpen } else { false } }
}

extension CodingKey {
    /// Returns the key with a name; a ``WireKey`` if the type has no such key.
    static func key(named name: String) -> any CodingKey {
        guard let key = Self(stringValue: name), key.stringValue == name else { return WireKey(name) }
        return key
    }
}
