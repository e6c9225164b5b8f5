import Requests

/// The properties of a value that belong in the body, for the encoder of its format.
struct BodyFields<Value: Encodable>: Encodable {
    let value: Value
    let scheme: PlacementScheme
    let coding: Coding

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: PlacementEncoder(scheme: scheme, coding: coding, body: encoder))
    }
}

extension BodyFields: Sendable where Value: Sendable {}

extension BodyFields: StandIn {
    var representedType: Any.Type { Value.self }
}

/// The properties of a value; only those in the body are encoded.
struct BodyFieldKeyedEncodingContainer<Key: CodingKey>: OptionalEncodingContainer {
    let encoder: PlacementEncoder
    var base: KeyedEncodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }

    private func isInBody(_ key: some CodingKey, _ type: Any.Type? = nil) -> Bool {
        encoder.place(of: key.stringValue, type) == .bodyField
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard let part = encoder.scheme.wrapper(of: Value.self) else {
            if isInBody(key, Value.self) { try base.encode(value, forKey: key) }
            return
        }
        if part.place == .nested { try encoder.encodeGroup(value) }
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if encoder.scheme.wrapper(of: Value.self) == nil {
            try addOptional(value, key)
        } else if let value {
            try encode(value, forKey: key)
        }
    }

    mutating func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if isInBody(key) { try base.encodeIfPresent(value, forKey: key) }
    }

    // The default implementations of these functions throw.
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
        encoder.otherPlace == .bodyField ? base.superEncoder() : DiscardingEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        isInBody(key) ? base.superEncoder(forKey: key) : DiscardingEncoder()
    }
}
