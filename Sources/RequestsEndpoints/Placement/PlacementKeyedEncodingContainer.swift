import Requests

/// The properties of a value, each written to its place.
///
/// The most frequent types are not wrappers, and have separate functions, because generic code is slow.
struct PlacementKeyedEncodingContainer<Key: CodingKey>: OptionalEncodingContainer {
    let encoder: PlacementEncoder

    /// Returns the container of the query, for a property.
    ///
    /// It is created on demand: for a stored generic property, the runtime would look up its type for each container.
    private func pairs(_ key: Key) -> KeyValueKeyedEncodingContainer<Key> {
        KeyValueKeyedEncodingContainer(place: encoder.query(of: key.stringValue))
    }

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let part = encoder.scheme.wrapper(of: Value.self)
        try encode(value, key, part, at: part?.place ?? encoder.place(of: key.stringValue, Value.self))
    }

    private mutating func encode<Value: Encodable>(
        _ value: Value, _ key: Key, _ part: (any PlacedProperty.Type)?, at place: MessagePlace
    ) throws {
        switch place {
        case .nested:
            encoder.note(.nested, key.stringValue)
            try encoder.encodeGroup(value)
        case .query:
            if part != nil, let property = value as? any QueryProperty {
                try property.encodeValue(to: pairs(key), forKey: key)
            } else {
                try pairs(key).encode(value, forKey: key)
            }
            encoder.noteQuery(key.stringValue)
        default:
            if place.hasOneText, let part, let text = part.text(of: value) {
                encoder.collect(text: text, at: place, key.stringValue)
            } else {
                encoder.collect(value, at: place, key.stringValue)
            }
        }
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try addOptional(value, key, encoder.scheme.wrapper(of: Value.self))
    }

    mutating func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        try addOptional(value, key, nil)
    }

    private mutating func addOptional<Value: Encodable>(
        _ value: Value?, _ key: Key, _ part: (any PlacedProperty.Type)?
    ) throws {
        let place = part?.place ?? encoder.place(of: key.stringValue)
        if place == .query, part == nil || value == nil {
            try pairs(key).encodeIfPresent(value, forKey: key)
            encoder.noteQuery(key.stringValue)
        } else if let value {
            try encode(value, key, part, at: place)
        } else if place != .nested {
            encoder.collect(nil, at: place, key.stringValue)
            if place == .body { encoder.values.isBodyNull = PlacedValues.hasNull(Value.self) }
        }
    }

    mutating func encodeNil(forKey key: Key) throws {
        let place = encoder.place(of: key.stringValue)
        if place == .query { try pairs(key).encodeNil(forKey: key) }
        encoder.collect(nil, at: place, key.stringValue)
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        let name = key.stringValue
        let place = encoder.place(of: name)
        if place == .query {
            encoder.query.write(value, key)
            return encoder.noteQuery(name)
        }
        encoder.collect(text: value, at: place, name)
    }

    mutating func encode(_ value: Int, forKey key: Key) throws {
        let name = key.stringValue
        let place = encoder.place(of: name)
        if place == .query {
            encoder.query.write(value, key)
            return encoder.noteQuery(name)
        }
        encoder.collect(text: String(value), at: place, name)
    }

    // The default implementations of these functions throw.
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        try encode(value, key, nil, at: encoder.place(of: key.stringValue))
    }
    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try encode(value, key, nil, at: encoder.place(of: key.stringValue))
    }

    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        // An empty text could represent `nil`.
        if let value, !value.isEmpty { return try encode(value, forKey: key) }
        try addOptional(value, key)
    }

    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { return try encode(value, forKey: key) }
        try addOptional(value, key)
    }

    private func isInQuery(_ key: some CodingKey) -> Bool {
        let place = encoder.place(of: key.stringValue)
        encoder.noteNested(at: place, key.stringValue)
        return place == .query
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        isInQuery(key)
            ? pairs(key).nestedContainer(keyedBy: type, forKey: key) : DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        isInQuery(key) ? pairs(key).nestedUnkeyedContainer(forKey: key) : DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        encoder.noteNested(at: encoder.otherPlace, "super")
        guard encoder.otherPlace == .query else { return DiscardingEncoder() }
        return KeyValueKeyedEncodingContainer<Key>(place: encoder.query).superEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        isInQuery(key) ? pairs(key).superEncoder(forKey: key) : DiscardingEncoder()
    }
}

/// A wrapped property of the query, which is written as its wrapped value, in the form in which it is read.
private protocol QueryProperty {
    func encodeValue<Key: CodingKey>(to pairs: KeyValueKeyedEncodingContainer<Key>, forKey key: Key) throws
}

extension ValueWrapper: QueryProperty where Value: Encodable {
    fileprivate func encodeValue<Key: CodingKey>(
        to pairs: KeyValueKeyedEncodingContainer<Key>, forKey key: Key
    ) throws {
        if Value.self is any OptionalType.Type {
            try pairs.encodeIfPresent(wrappedValue as Value?, forKey: key)
        } else {
            try pairs.encode(wrappedValue, forKey: key)
        }
    }
}
