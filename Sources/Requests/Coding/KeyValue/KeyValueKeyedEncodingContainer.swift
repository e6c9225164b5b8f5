/// The properties of a value, nested by the ``Coding/NestingStyle``.
package struct KeyValueKeyedEncodingContainer<Key: CodingKey>: OptionalEncodingContainer {
    let place: KeyValueEncoder

    package init(place: KeyValueEncoder) { self.place = place }

    package var codingPath: [any CodingKey] { place.codingPath }

    /// Encodes an optional, as synthesised code does.
    ///
    /// The default implementation omits `nil`, regardless of the ``Coding/NilStyle``.
    package func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value { try place.encode(value, key, isOptional: true) } else { try encodeNil(forKey: key) }
    }

    package func encodeNil(forKey key: Key) throws { try place.child(key).encodeNil() }

    package func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try place.encode(value, key)
    }
    package func encode(_ value: Bool, forKey key: Key) throws { place.write(place.text(ofFlag: value), key) }
    package func encode(_ value: Double, forKey key: Key) throws {
        place.write(try place.finite(value, value.isFinite, at: { codingPath + [key] }), key)
    }
    package func encode(_ value: String, forKey key: Key) throws { place.write(value, key) }
    package func encode(_ value: Int, forKey key: Key) throws { place.write(value, key) }

    // The default implementations of these throw.
    package func encode(_ value: Int128, forKey key: Key) throws { place.write(String(value), key) }
    package func encode(_ value: UInt128, forKey key: Key) throws { place.write(String(value), key) }

    package func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try addOptional(value, key)
    }

    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        place.noteNestedContainer(named: key)
        return place.child(key).container(keyedBy: keyType)
    }

    package func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        place.child(key).unkeyedContainer()
    }

    package func superEncoder() -> any Encoder { place.child(WireKey("super")) }

    package func superEncoder(forKey key: Key) -> any Encoder { place.child(key) }
}
