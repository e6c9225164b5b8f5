extension Coding {
    /// A rule that turns property names into names on the wire, and back.
    public enum KeyStyle: Sendable {
        /// Names are unchanged.
        case verbatim
        /// `createdAt` becomes `created_at`, by the rules of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
        ///
        /// A property is found by the name with which it is written: both `avatarURL` and `avatarUrl` read `avatar_url`. If that
        /// name is missing, JSON and XML also accept names that Foundation converts to the property: `User_Name` for `userName`.
        case snakeCase
        /// Names are converted by two functions.
        ///
        /// A property is found by the name with which `encode` writes it. If that name is missing, JSON and XML also accept names
        /// that `decode` converts to the property. The keys of a dictionary are not converted.
        case custom(encode: @Sendable (String) -> String, decode: @Sendable (String) -> String)
    }
}

extension Coding.KeyStyle {
    /// Indicates whether names on the wire can be different from those of properties.
    package var changesNames: Bool { if case .verbatim = self { false } else { true } }

    /// Returns the name of a property on the wire.
    package func wireName(of key: String) -> String {
        switch self {
        case .verbatim: key
        case .snakeCase: SnakeCase.snakeCase(key)
        case .custom(let encode, _): encode(key)
        }
    }

    /// Returns the property name for a name on the wire.
    package func propertyName(of name: String) -> String {
        switch self {
        case .verbatim: name
        case .snakeCase: SnakeCase.camelCase(name)
        case .custom(_, let decode): decode(name)
        }
    }
}
