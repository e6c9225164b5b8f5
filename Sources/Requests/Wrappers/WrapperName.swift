/// What a wrapped property is called on the wire.
enum WrapperName {
    /// The name of the header field of a property: `rateLimit` is `Rate-Limit`.
    ///
    /// A name that has a hyphen, or begins with a capital, is meant as it is: it comes from a coding key.
    static func field(_ key: String) -> HeaderField.Name {
        if key.utf8.contains(UInt8(ascii: "-")) || key.first?.isUppercase == true { return HeaderField.Name(key) }
        let words = SnakeCase.snakeCase(key).split(separator: "_")
        return HeaderField.Name(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-"))
    }
}

extension Decodable {
    /// The value of a type for what is not there; `nil` where it has none.
    static var absentValue: Self? { (Self.self as? any EmptyBodyDecodable.Type)?.emptyBody as? Self }
}
