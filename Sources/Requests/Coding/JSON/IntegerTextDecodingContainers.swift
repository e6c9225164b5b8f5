struct IntegerTextKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }
    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if IntegerTextReading<Value>.isWhole { return try base.decode(type, forKey: key) }
        return try base.decode(IntegerTextReading<Value>.self, forKey: key).value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }

    // The default implementations of these throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try base.decode(IntegerTextReading<Int128>.self, forKey: key).value
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try base.decode(IntegerTextReading<UInt128>.self, forKey: key).value
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            IntegerTextKeyedDecodingContainer<NestedKey>(base: try base.nestedContainer(keyedBy: type, forKey: key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        IntegerTextUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer(forKey: key))
    }

    func superDecoder() throws -> any Decoder { IntegerTextDecoder(base: try base.superDecoder()) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        IntegerTextDecoder(base: try base.superDecoder(forKey: key))
    }
}

struct IntegerTextUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }
    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if IntegerTextReading<Value>.isWhole { return try base.decode(type) }
        return try base.decode(IntegerTextReading<Value>.self).value
    }

    // The default implementations of these throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try base.decode(IntegerTextReading<Int128>.self).value
    }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try base.decode(IntegerTextReading<UInt128>.self).value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            IntegerTextKeyedDecodingContainer(base: try base.nestedContainer(keyedBy: type)))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        IntegerTextUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { IntegerTextDecoder(base: try base.superDecoder()) }
}

struct IntegerTextSingleValueDecodingContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if IntegerTextReading<Value>.isWhole { return try base.decode(type) }
        return try base.decode(IntegerTextReading<Value>.self).value
    }

    // The default implementations of these throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try base.decode(IntegerTextReading<Int128>.self).value }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try base.decode(IntegerTextReading<UInt128>.self).value }
}
