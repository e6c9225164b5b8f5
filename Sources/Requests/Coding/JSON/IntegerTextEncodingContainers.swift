struct IntegerTextKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var base: KeyedEncodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try base.encode(IntegerTextWriting(value: value).content, forKey: key)
    }

    // The default implementations of these throw.
    mutating func encode(_ value: Int128, forKey key: Key) throws { try base.encode(String(value), forKey: key) }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try base.encode(String(value), forKey: key) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(
            IntegerTextKeyedEncodingContainer<NestedKey>(base: base.nestedContainer(keyedBy: type, forKey: key)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        IntegerTextUnkeyedEncodingContainer(base: base.nestedUnkeyedContainer(forKey: key))
    }

    mutating func superEncoder() -> any Encoder { IntegerTextEncoder(base: base.superEncoder()) }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        IntegerTextEncoder(base: base.superEncoder(forKey: key))
    }
}

struct IntegerTextUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    var base: any UnkeyedEncodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int { base.count }
    mutating func encodeNil() throws { try base.encodeNil() }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try base.encode(IntegerTextWriting(value: value).content)
    }

    // The default implementations of these throw.
    mutating func encode(_ value: Int128) throws { try base.encode(String(value)) }
    mutating func encode(_ value: UInt128) throws { try base.encode(String(value)) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(IntegerTextKeyedEncodingContainer(base: base.nestedContainer(keyedBy: type)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        IntegerTextUnkeyedEncodingContainer(base: base.nestedUnkeyedContainer())
    }

    mutating func superEncoder() -> any Encoder { IntegerTextEncoder(base: base.superEncoder()) }
}
