import Requests

/// A wrapped property whose wrapper determines its place in a message.
protocol PlacedProperty<Value> {
    associatedtype Value

    static var place: MessagePlace { get }

    var wrappedValue: Value { get }

    init(wrappedValue: Value)
}

extension PlacedProperty {
    /// The type of the property.
    static var valueType: Any.Type { Value.self }

    /// Returns the value of a wrapper if it is a text, as it often is: a text needs no encoder.
    static func text<Wrapper: Encodable>(of wrapper: Wrapper) -> String? {
        let isText = Value.self == String.self
        guard isText || Value.self == String?.self else { return nil }
        return wrapper.exactly(Self.self) { wrapper in
            let value = wrapper.wrappedValue
            return isText ? value as? String : (value as? String?) ?? nil
        }
    }
}

extension PlacementScheme {
    /// Returns the wrapper type if a type is one; `nil` for another type.
    ///
    /// The most common types are not wrappers, and a cast costs more than the rest.
    static func wrapper<Value>(of type: Value.Type) -> (any PlacedProperty.Type)? {
        if type == String.self || type == Int.self || type == Bool.self || type == Double.self { return nil }
        return type as? any PlacedProperty.Type
    }
}

extension ValueWrapper: PlacedProperty { static var place: MessagePlace { Place.place } }

extension KeyedEncodingContainer {
    /// Encodes a wrapped property, and nothing for `nil`.
    ///
    /// It encodes a present value without the optional around it, which costs more than the value.
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
