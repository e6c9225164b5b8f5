/// A key with any name: by default a name on the wire, such as the key of a dictionary's entry.
package struct WireKey: CodingKey {
    package let stringValue: String
    // One word, so that a key in an `any CodingKey` needs no allocated memory.
    private let more: More?

    /// The rarely used parts of a key.
    private final class More: Sendable {
        let intValue: Int?
        /// Indicates whether the name belongs to a property, so that a style may write it differently.
        let isProperty: Bool
        let original: (any CodingKey)?

        init(intValue: Int? = nil, isProperty: Bool = false, original: (any CodingKey)? = nil) {
            self.intValue = intValue
            self.isProperty = isProperty
            self.original = original
        }

        static let property = More(isProperty: true)
    }

    package init(_ stringValue: String, intValue: Int? = nil) {
        self.stringValue = stringValue
        more = intValue.map { More(intValue: $0) }
    }

    /// Makes the key of a property, whose name a style may write differently.
    init(property key: some CodingKey) {
        stringValue = key.stringValue
        more = key.intValue.map { More(intValue: $0, isProperty: true) } ?? .property
    }

    /// Makes a key that contains the key of a property.
    init(_ stringValue: String, of key: some CodingKey, isProperty: Bool) {
        self.stringValue = stringValue
        more = More(intValue: key.intValue, isProperty: isProperty, original: key)
    }

    package init?(stringValue: String) {
        self.init(stringValue)
    }

    package init?(intValue: Int) { self.init(String(intValue), intValue: intValue) }

    package var intValue: Int? { more?.intValue }

    var isProperty: Bool { more?.isProperty ?? false }

    /// The property's key that this key contains.
    package var original: (any CodingKey)? { more?.original }
}
