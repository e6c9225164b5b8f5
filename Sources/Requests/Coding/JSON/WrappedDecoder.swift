/// A type that customizes how the values of another decoder are read.
protocol ValueReader {
    /// Reads a value.
    func read<Value: Decodable>(_ type: Value.Type, from slot: inout some DecodingSlot) throws -> Value
}

/// One value of another decoder: the value of a key, the next element, or the whole.
protocol DecodingSlot {
    var path: [any CodingKey] { get }

    /// Decodes the value with the other decoder.
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value

    /// Makes a decoder for only this value.
    mutating func decoder() throws -> any Decoder
}

/// A decoder that wraps another decoder, and reads each value with a reader.
///
/// It is also the container of a single value.
struct WrappedDecoder<Reader: ValueReader>: Decoder, SingleValueDecodingContainer {
    let base: any Decoder
    let reader: Reader

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(WrappedKeyedDecodingContainer(base: try base.container(keyedBy: type), reader: reader))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        WrappedUnkeyedDecodingContainer(base: try base.unkeyedContainer(), reader: reader)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? base.singleValueContainer().decodeNil()) ?? false }

    private func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        var slot = WholeSlot(whole: base)
        return try reader.read(type, from: &slot)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }

    // The default implementations of these throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }
}

private struct WrappedKeyedDecodingContainer<Key: CodingKey, Reader: ValueReader>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let reader: Reader

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }
    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    private func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        var slot = KeyedSlot(container: base, key: key)
        return try reader.read(type, from: &slot)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try read(type, key) }

    // The default implementations of these throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(type, key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try read(type, key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            WrappedKeyedDecodingContainer<NestedKey, Reader>(
                base: try base.nestedContainer(keyedBy: type, forKey: key), reader: reader))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        WrappedUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer(forKey: key), reader: reader)
    }

    func superDecoder() throws -> any Decoder { WrappedDecoder(base: try base.superDecoder(), reader: reader) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        WrappedDecoder(base: try base.superDecoder(forKey: key), reader: reader)
    }
}

private struct WrappedUnkeyedDecodingContainer<Reader: ValueReader>: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let reader: Reader

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }
    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    private mutating func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        var slot = ElementSlot(container: base, index: currentIndex)
        defer { base = slot.container }
        return try reader.read(type, from: &slot)
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }

    // The default implementations of these throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            WrappedKeyedDecodingContainer(base: try base.nestedContainer(keyedBy: type), reader: reader))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        WrappedUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer(), reader: reader)
    }

    mutating func superDecoder() throws -> any Decoder { WrappedDecoder(base: try base.superDecoder(), reader: reader) }
}

private struct KeyedSlot<Key: CodingKey>: DecodingSlot {
    let container: KeyedDecodingContainer<Key>
    let key: Key

    var path: [any CodingKey] { container.codingPath + [key] }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type, forKey: key) }
    func decoder() throws -> any Decoder { try container.superDecoder(forKey: key) }
}

private struct ElementSlot: DecodingSlot {
    var container: any UnkeyedDecodingContainer
    let index: Int

    var path: [any CodingKey] { container.codingPath + [WireKey("Index \(index)", intValue: index)] }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type) }
    mutating func decoder() throws -> any Decoder { try container.superDecoder() }
}

private struct WholeSlot: DecodingSlot {
    let whole: any Decoder

    var path: [any CodingKey] { whole.codingPath }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try whole.singleValueContainer().decode(type)
    }
    func decoder() throws -> any Decoder { whole }
}
