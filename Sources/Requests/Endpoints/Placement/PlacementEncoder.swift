/// Takes the properties of a value to where they stand in a message: what has one text (path, fields, cookies, status) is
/// collected, what stands in the query is written.
///
/// What stands in the body is written by the encoder of its format, in a pass of its own: see ``BodyFields``.
///
/// It has a reference's identity because each container and each nested value would copy it.
final class PlacementEncoder: Encoder {
    let head: MessageHead
    /// What writes the query.
    fileprivate let pairs: KeyValueElementEncoder

    init(head: MessageHead, query pairs: KeyValueElementEncoder) {
        self.head = head
        self.pairs = pairs
    }

    var codingPath: [any CodingKey] { pairs.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        head.isKeyed = true
        let pairs = KeyValueKeyedContainer<Key>(writer: pairs.writer, place: pairs.place)
        return KeyedEncodingContainer(PlacementContainer(encoder: self, pairs: pairs))
    }

    // What has no properties is a whole body, or fills the only placeholder.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingEncoder().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { PlacementValueContainer(encoder: self) }

    /// Takes a property that is a text, or is written as one.
    fileprivate func collect(text: String, _ value: any Encodable, at place: MessagePlace, _ key: String) {
        if place.hasOneText {
            head.collect(text: text, at: place, key)
        } else {
            head.collect(value, at: place, key)
        }
    }
}

/// A value whose properties are taken to their places while a query is written.
struct PlacedValue<Value: Encodable>: Encodable {
    let value: Value
    let head: MessageHead

    func encode(to encoder: any Encoder) throws {
        guard let pairs = encoder as? KeyValueElementEncoder else { return try value.encode(to: encoder) }
        try value.encode(to: PlacementEncoder(head: head, query: pairs))
    }
}

/// The wrapper that a type is, if it is one; the most common types are none, and a cast costs more than the rest.
func partType<Value>(of type: Value.Type) -> (any MessagePart.Type)? {
    if type == String.self || type == Int.self || type == Bool.self || type == Double.self { return nil }
    return type as? any MessagePart.Type
}

/// The properties of a value on their way to their places.
///
/// The most frequent types are no wrappers, and have functions of their own: what is generic costs more than all the rest.
private struct PlacementContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PlacementEncoder
    var pairs: KeyValueKeyedContainer<Key>

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let part = partType(of: Value.self)
        try encode(value, key, part, at: part?.place ?? encoder.head.place(of: key.stringValue, Value.self))
    }

    private mutating func encode<Value: Encodable>(
        _ value: Value, _ key: Key, _ part: (any MessagePart.Type)?, at place: MessagePlace
    ) throws {
        switch place {
        case .nested:
            encoder.head.note(.nested, key.stringValue)
            let isInGroup = encoder.head.isInGroup
            encoder.head.isInGroup = true
            defer { encoder.head.isInGroup = isInGroup }
            try (value as? any NestedPart)?.encodeNested(to: encoder)
        case .query:
            if part != nil, let property = value as? any QueryProperty {
                try property.encodeValue(to: &pairs, forKey: key)
            } else {
                try pairs.encode(value, forKey: key)
            }
            encoder.head.note(.query, key.stringValue)
        default:
            if let part, let text = withUnsafePointer(to: value, { part.text(at: $0) }) {
                encoder.collect(text: text, value, at: place, key.stringValue)
            } else {
                encoder.head.collect(value, at: place, key.stringValue)
            }
        }
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOptional(value, key, partType(of: Value.self))
    }

    private mutating func encodeOptional<Value: Encodable>(
        _ value: Value?, _ key: Key, _ part: (any MessagePart.Type)? = nil
    ) throws {
        let place = part?.place ?? encoder.head.place(of: key.stringValue)
        if place == .query, part == nil || value == nil {
            try pairs.encodeIfPresent(value, forKey: key)
            encoder.head.note(.query, key.stringValue)
        } else if let value {
            try encode(value, key, part, at: place)
        } else if place != .nested {
            encoder.head.collect(nil, at: place, key.stringValue)
        }
    }

    mutating func encodeNil(forKey key: Key) throws {
        let place = encoder.head.place(of: key.stringValue)
        if place == .query { try pairs.encodeNil(forKey: key) }
        encoder.head.collect(nil, at: place, key.stringValue)
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        let name = key.stringValue
        let place = encoder.head.place(of: name)
        if place == .query { try pairs.encode(value, forKey: key) }
        encoder.collect(text: value, value, at: place, name)
    }

    mutating func encode(_ value: Int, forKey key: Key) throws {
        let name = key.stringValue
        let place = encoder.head.place(of: name)
        if place == .query { try pairs.encode(value, forKey: key) }
        encoder.collect(text: String(value), value, at: place, name)
    }

    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        // An empty text could be a nil.
        if let value, !value.isEmpty { return try encode(value, forKey: key) }
        try encodeOptional(value, key)
    }

    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { return try encode(value, forKey: key) }
        try encodeOptional(value, key)
    }

    // By default, each of these forgets that the value is optional.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }

    private func isInQuery(_ key: some CodingKey) -> Bool {
        let place = encoder.head.place(of: key.stringValue)
        encoder.head.noteNested(at: place, key.stringValue)
        return place == .query
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        isInQuery(key)
            ? pairs.nestedContainer(keyedBy: type, forKey: key) : DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        isInQuery(key) ? pairs.nestedUnkeyedContainer(forKey: key) : DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        encoder.head.noteNested(at: encoder.head.otherPlace, "super")
        return encoder.head.otherPlace == .query ? pairs.superEncoder() : DiscardingEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        isInQuery(key) ? pairs.superEncoder(forKey: key) : DiscardingEncoder()
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

/// A wrapped property of the query, which is written as what it wraps, as it is read.
private protocol QueryProperty {
    func encodeValue<Key: CodingKey>(to pairs: inout KeyValueKeyedContainer<Key>, forKey key: Key) throws
}

extension QueryValue: QueryProperty where Value: Encodable {
    fileprivate func encodeValue<Key: CodingKey>(to pairs: inout KeyValueKeyedContainer<Key>, forKey key: Key) throws {
        if Value.self is any OptionalType.Type {
            try pairs.encodeIfPresent(wrappedValue as Value?, forKey: key)
        } else {
            try pairs.encode(wrappedValue, forKey: key)
        }
    }
}

/// A group of values, whose members have places of their own.
protocol NestedPart {
    func encodeNested(to encoder: any Encoder) throws
}

extension Nested: NestedPart where Value: Encodable {
    // An optional would ask for a container of one value.
    func encodeNested(to encoder: any Encoder) throws { try MessageHead.present(wrappedValue)?.encode(to: encoder) }
}
