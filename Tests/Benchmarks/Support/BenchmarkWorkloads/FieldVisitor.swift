/// Visits the fields of a value and writes nothing, to measure the machinery of `Encodable` alone.
package struct FieldVisitor: Encoder, SingleValueEncodingContainer {
    package let codingPath: [any CodingKey] = []
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package init() {}

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Properties<Key>())
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements() }
    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    package mutating func encodeNil() {}
    package mutating func encode(_ value: some Encodable) throws { try value.encode(to: self) }

    private struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) {}
        mutating func encode(_ value: Bool, forKey key: Key) {}
        mutating func encode(_ value: Int, forKey key: Key) {}
        mutating func encode(_ value: Double, forKey key: Key) {}
        mutating func encode(_ value: String, forKey key: Key) {}

        mutating func encode(_ value: some Encodable, forKey key: Key) throws {
            try value.encode(to: FieldVisitor())
        }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            FieldVisitor().container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Elements() }
        mutating func superEncoder() -> any Encoder { FieldVisitor() }
        mutating func superEncoder(forKey key: Key) -> any Encoder { FieldVisitor() }
    }

    private struct Elements: UnkeyedEncodingContainer {
        var codingPath: [any CodingKey] { [] }
        private(set) var count = 0

        mutating func encodeNil() { count += 1 }

        mutating func encode(_ value: some Encodable) throws {
            count += 1
            try value.encode(to: FieldVisitor())
        }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            FieldVisitor().container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Elements() }
        mutating func superEncoder() -> any Encoder { FieldVisitor() }
    }
}
