import Requests

/// The properties of a value that are in the body, for the encoder of its format.
struct BodyFields<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value
    let scheme: PlacementScheme
    let coding: Coding

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: BodyFieldEncoder(base: encoder, scheme: scheme, coding: coding))
    }
}

extension BodyFields: StandIn {
    var representedType: Any.Type { Value.self }
}

/// Passes only the properties of the body to the encoder of the body.
private struct BodyFieldEncoder: Encoder {
    let base: any Encoder
    let scheme: PlacementScheme
    let coding: Coding
    var isInGroup = false

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(BodyFieldKeyedEncodingContainer(encoder: self, base: base.container(keyedBy: type)))
    }

    // A value without properties is a whole body.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { base.singleValueContainer() }
}

private struct BodyFieldKeyedEncodingContainer<Key: CodingKey>: OptionalEncodingContainer {
    let encoder: BodyFieldEncoder
    var base: KeyedEncodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }

    private func isInBody(_ key: some CodingKey, _ type: Any.Type? = nil) -> Bool {
        let type = encoder.isInGroup ? nil : type
        return encoder.scheme.place(of: key.stringValue, type, coding: encoder.coding) == .bodyField
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard let part = PlacementScheme.wrapper(of: Value.self) else {
            if isInBody(key, Value.self) { try base.encode(value, forKey: key) }
            return
        }
        guard part.place == .nested else { return }
        var group = encoder
        group.isInGroup = true
        try (value as? any PlacedGroup)?.encodeNested(to: group)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if PlacementScheme.wrapper(of: Value.self) == nil {
            try addOptional(value, key)
        } else if let value {
            try encode(value, forKey: key)
        }
    }

    mutating func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if isInBody(key) { try base.encodeIfPresent(value, forKey: key) }
    }

    // The default implementations of these throw.
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        if isInBody(key) { try base.encode(value, forKey: key) }
    }
    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        if isInBody(key) { try base.encode(value, forKey: key) }
    }

    mutating func encodeNil(forKey key: Key) throws {
        if isInBody(key) { try base.encodeNil(forKey: key) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        isInBody(key)
            ? base.nestedContainer(keyedBy: type, forKey: key) : DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        isInBody(key) ? base.nestedUnkeyedContainer(forKey: key) : DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        encoder.scheme.others == .bodyField ? base.superEncoder() : DiscardingEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        isInBody(key) ? base.superEncoder(forKey: key) : DiscardingEncoder()
    }
}
