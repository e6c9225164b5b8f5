extension Coding {
    /// A rule that turns property names into names on the wire, and back.
    public enum KeyStyle: Sendable {
        /// Names are unchanged.
        case verbatim
        /// `createdAt` becomes `created_at` and vice versa, by the rules of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
        ///
        /// `downloadURL` becomes `download_url`, which is read as `downloadUrl`: declare `case downloadURL = "downloadUrl"`.
        case snakeCase
        /// Names are converted by two functions, each the inverse of the other.
        case custom(encode: @Sendable (String) -> String, decode: @Sendable (String) -> String)
    }
}

extension Coding.KeyStyle {
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
