/// The container of members.
struct OutlineKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let outline: Outline

    var codingPath: [any CodingKey] { outline.codingPath }

    func encodeNil(forKey key: Key) { outline.add(key, .null(nil)) }
    func encode(_ value: String, forKey key: Key) { outline.add(key, .text(value)) }
    func encode(_ value: Int, forKey key: Key) { outline.add(key, .integer(value)) }
    func encode(_ value: Double, forKey key: Key) { outline.add(key, .number(value)) }
    func encode(_ value: Bool, forKey key: Key) { outline.add(key, .flag(value)) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { outline.add(key, .init(value)) }
    // The default implementations of these functions throw an error.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func encode(_ value: Int128, forKey key: Key) { outline.add(key, .init(value)) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func encode(_ value: UInt128, forKey key: Key) { outline.add(key, .init(value)) }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) {
        outline.add(key, value.map { .init($0) } ?? .null(Value.self), isOptional: true)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        outline.nestedContainer(key, ofMembers: true).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        outline.nestedContainer(key, ofMembers: false).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { outline.nested(WireKey("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { outline.nested(key) }
}

/// The default implementations of these functions lose the information that the value is optional.
extension OutlineKeyedEncodingContainer {
    private func add<Value: Encodable>(_ value: Value?, _ key: Key) { encodeIfPresent(value, forKey: key) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { add(value, key) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) { add(value, key) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) { add(value, key) }
}

/// The container of elements, or of a single value.
struct OutlineElementEncodingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let outline: Outline

    var codingPath: [any CodingKey] { outline.codingPath }
    var count: Int { outline.elements.count }

    func encodeNil() { outline.add(.null(nil)) }
    func encode(_ value: Bool) { outline.add(.flag(value)) }
    func encode(_ value: String) { outline.add(.text(value)) }
    func encode(_ value: Double) { outline.add(.number(value)) }
    func encode(_ value: Int) { outline.add(.integer(value)) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func encode(_ value: Int128) { outline.add(.init(value)) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func encode(_ value: UInt128) { outline.add(.init(value)) }
    func encode<Value: Encodable>(_ value: Value) { outline.add(.init(value)) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        outline.nestedElement().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { outline.nestedElement().unkeyedContainer() }

    func superEncoder() -> any Encoder { outline.nestedElement() }
}
