import Requests

/// A property wrapper that determines the property's place in a message.
package protocol PlacedProperty<Value>: SendableMetatype {
    associatedtype Value

    static var place: MessagePlace { get }

    var wrappedValue: Value { get }

    init(wrappedValue: Value)
}

extension PlacedProperty {
    /// The type of the property.
    static var valueType: Any.Type { Value.self }

    /// Indicates whether the value is text, which is frequent and doesn't need a coder.
    static var isText: Bool { Value.self == String.self || Value.self == String?.self }

    /// Returns the value of a wrapper if the value is text; otherwise `nil`.
    static func text<Wrapper: Encodable>(of wrapper: Wrapper) -> String? {
        guard isText else { return nil }
        return wrapper.exactly(Self.self) { wrapper in
            let value = wrapper.wrappedValue
            if Value.self == String.self { return _identityCast(value, to: String.self) }
            return _identityCast(value, to: String?.self)
        }
    }

    /// Makes a wrapper from text; requires that ``isText`` is `true`.
    init(text: String) {
        if Value.self == String.self {
            self.init(wrappedValue: _identityCast(text, to: Value.self))
        } else {
            self.init(wrappedValue: _identityCast(text as String?, to: Value.self))
        }
    }
}

extension ValueWrapper: PlacedProperty { package static var place: MessagePlace { Place.place } }

extension KeyedEncodingContainer {
    /// Encodes a wrapped property; writes nothing for `nil`.
    ///
    /// A present value is encoded without its optional, because encoding the optional would cost more.
    @inlinable
    mutating func encode<Part: Encodable>(part: Part, isPresent: Bool, forKey key: Key) throws {
        if isPresent {
            try encode(part, forKey: key)
        } else {
            MetWrappers.note()
            try encodeIfPresent(Part?.none, forKey: key)
        }
    }
}
