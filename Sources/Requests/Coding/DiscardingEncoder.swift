/// An encoder that discards every value without inspecting it.
package struct DiscardingEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    /// A function that is called if the value is encoded with keys.
    private let noteKeys: (() -> Void)?
    /// The number of discarded elements.
    package private(set) var count = 0

    package init(noteKeys: (() -> Void)? = nil) { self.noteKeys = noteKeys }

    /// Returns whether a value is encoded as an object, so that the properties of several values can be written into one object.
    static func findsKeys(in value: any Encodable) -> Bool {
        var hasKeys = false
        try? value.encode(to: DiscardingEncoder { hasKeys = true })
        return hasKeys
    }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        noteKeys?()
        return KeyedEncodingContainer(DiscardingKeyedEncodingContainer<Key>())
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingEncoder() }
    package func singleValueContainer() -> any SingleValueEncodingContainer { DiscardingEncoder() }

    package mutating func encodeNil() { count += 1 }
    package mutating func encode<Value: Encodable>(_ value: Value) { count += 1 }
    // The default implementations of these throw.
    package mutating func encode(_ value: Int128) { count += 1 }
    package mutating func encode(_ value: UInt128) { count += 1 }

    package mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        superEncoder().container(keyedBy: type)
    }

    package mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    package mutating func superEncoder() -> any Encoder {
        count += 1
        return DiscardingEncoder()
    }
}

private struct DiscardingKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) {}
    // The default implementations of these throw.
    func encode(_ value: Int128, forKey key: Key) {}
    func encode(_ value: UInt128, forKey key: Key) {}

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        DiscardingEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { DiscardingEncoder() }
    func superEncoder() -> any Encoder { DiscardingEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { DiscardingEncoder() }
}
