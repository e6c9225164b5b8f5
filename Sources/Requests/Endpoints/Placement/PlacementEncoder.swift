/// Takes the properties of a value to where they stand in a message.
///
/// A value is encoded once for all that has one text (path, fields, cookies, status), and once more for its query or its body, by
/// the encoder of that format, which is shown only what belongs there.
struct PlacementEncoder: Encoder {
    let purpose: Purpose
    let scheme: PlacementScheme
    let coding: Coding

    enum Purpose {
        /// Collects what has one text.
        case collecting(MessageHead)
        /// Passes on what stands in one place.
        case passing(MessagePlace, to: any Encoder)
    }

    var codingPath: [any CodingKey] { base?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? [:] }

    private var base: (any Encoder)? {
        if case .passing(_, let base) = purpose { base } else { nil }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        switch purpose {
        case .collecting(let head):
            head.isKeyed = true
            return KeyedEncodingContainer(PlacementContainer<Key>(encoder: self, base: nil))
        case .passing(_, let base):
            return KeyedEncodingContainer(PlacementContainer(encoder: self, base: base.container(keyedBy: type)))
        }
    }

    // What has no properties is a whole body, or fills the only placeholder.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { (base ?? DiscardingEncoder()).unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        base?.singleValueContainer() ?? PlacementValueContainer(encoder: self)
    }

    /// The place of a property: by its wrapper, or by convention.
    fileprivate func place<Value>(of type: Value.Type, _ key: some CodingKey) -> MessagePlace {
        partType(of: type)?.place ?? scheme.place(of: key.stringValue, coding: coding)
    }

    fileprivate func encodes(_ place: MessagePlace) -> Bool {
        if case .passing(let passed, _) = purpose { passed == place } else { false }
    }
}

/// The wrapper that a type is, if it is one; the most common types are none, and a cast costs more than the rest.
func partType<Value>(of type: Value.Type) -> (any MessagePart.Type)? {
    if type == String.self || type == Int.self || type == Bool.self || type == Double.self { return nil }
    return type as? any MessagePart.Type
}

/// The properties of a value on their way to their places.
private struct PlacementContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PlacementEncoder
    var base: KeyedEncodingContainer<Key>?

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try place(value, type: Value.self, key)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try place(value, type: Value.self, key)
    }

    mutating func encodeNil(forKey key: Key) throws {
        let place = encoder.scheme.place(of: key.stringValue, coding: encoder.coding)
        switch encoder.purpose {
        case .collecting(let head): head.collect(nil, at: place, key.stringValue, encoder)
        case .passing: if encoder.encodes(place) { try base?.encodeNil(forKey: key) }
        }
    }

    private mutating func place<Value: Encodable>(_ value: Value?, type: Value.Type, _ key: Key) throws {
        let place = encoder.place(of: type, key)
        if place == .nested, let value {
            try (value as? any NestedPart)?.encodeNested(to: encoder)
            return
        }
        switch encoder.purpose {
        case .collecting(let head): head.collect(value, at: place, key.stringValue, encoder)
        case .passing:
            if encoder.encodes(place) { try base?.encodeIfPresent(value, forKey: key) }
        }
    }

    private func passes(_ key: some CodingKey) -> Bool {
        let place = encoder.scheme.place(of: key.stringValue, coding: encoder.coding)
        if case .collecting(let head) = encoder.purpose { head.noteNested(at: place, key.stringValue) }
        return encoder.encodes(place)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        if passes(key), var base { return base.nestedContainer(keyedBy: type, forKey: key) }
        return DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        if passes(key), var base { return base.nestedUnkeyedContainer(forKey: key) }
        return DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        if encoder.encodes(encoder.scheme.others), var base { return base.superEncoder() }
        if case .collecting(let head) = encoder.purpose { head.noteNested(at: encoder.scheme.others, "super") }
        return DiscardingEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        if passes(key), var base { return base.superEncoder(forKey: key) }
        return DiscardingEncoder()
    }
}

/// A value that stands for another, such as a type of its own for identifiers.
private struct PlacementValueContainer: SingleValueEncodingContainer {
    let encoder: PlacementEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder) }
    func encode(_ value: Bool) throws {}
    func encode(_ value: String) throws {}
    func encode(_ value: Double) throws {}
    func encode(_ value: Float) throws {}
    func encode(_ value: Int) throws {}
    func encode(_ value: Int8) throws {}
    func encode(_ value: Int16) throws {}
    func encode(_ value: Int32) throws {}
    func encode(_ value: Int64) throws {}
    func encode(_ value: Int128) throws {}
    func encode(_ value: UInt) throws {}
    func encode(_ value: UInt8) throws {}
    func encode(_ value: UInt16) throws {}
    func encode(_ value: UInt32) throws {}
    func encode(_ value: UInt64) throws {}
    func encode(_ value: UInt128) throws {}
}

/// A group of values, whose members have places of their own.
private protocol NestedPart {
    func encodeNested(to encoder: PlacementEncoder) throws
}

extension Nested: NestedPart where Value: Encodable {
    fileprivate func encodeNested(to encoder: PlacementEncoder) throws { try wrappedValue.encode(to: encoder) }
}
