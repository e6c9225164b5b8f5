/// Writes outlines to the encoder of a format.
extension Encoder {
    /// Encodes a value's outline.
    ///
    /// - Parameters:
    ///   - outline: The outline.
    ///   - convert: Returns the value to encode in place of each value in the outline.
    /// - Throws: The error of the encoder.
    package func encode(_ outline: Outline, as convert: (any Encodable) -> any Encodable = { $0 }) throws {
        switch outline.shape {
        case .nothing: return
        case .null:
            var container = singleValueContainer()
            try container.encodeNil()
        case .value(let value): try encode(single: convert(value))
        case .members: try encode(outline.members, as: convert)
        case .elements:
            var container = unkeyedContainer()
            for element in outline.elements {
                switch element {
                case .null: try container.encodeNil()
                case .value(let value): try container.encode(convert(value))
                case .outline(let outline): try container.superEncoder().encode(outline, as: convert)
                }
            }
        }
    }

    /// Encodes the members of an object, each with the key that its value has for it.
    package func encode(
        _ members: [Outline.Member], as convert: (any Encodable) -> any Encodable = { $0 }
    ) throws {
        guard !members.isEmpty else {
            // The object is empty, rather than missing.
            _ = container(keyedBy: WireKey.self)
            return
        }
        var rest = members[...]
        while let first = rest.first { try encodeFirst(of: &rest, keyedAs: first.key, convert) }
    }

    /// Encodes the first members with the same type of keys: a class and its superclass have different ones.
    private func encodeFirst<Key: CodingKey>(
        of rest: inout ArraySlice<Outline.Member>, keyedAs _: Key, _ convert: (any Encodable) -> any Encodable
    ) throws {
        var container = container(keyedBy: Key.self)
        while let member = rest.first, let key = member.key.exactly(Key.self) {
            rest.removeFirst()
            switch member.content {
            case .null(let type?): try container.encodeNone(type, key)
            case .null(nil): try container.encodeNil(forKey: key)
            case .value(let value) where member.isOptional:
                try container.encodeSome(convert(value), key)
            case .value(let value): try container.encode(convert(value), forKey: key)
            case .outline(let outline): try container.superEncoder(forKey: key).encode(outline, as: convert)
            }
        }
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encodeSome<Value: Encodable>(_ value: Value, _ key: Key) throws {
        try encodeIfPresent(value, forKey: key)
    }

    fileprivate mutating func encodeNone<Value: Encodable>(_ type: Value.Type, _ key: Key) throws {
        try encodeIfPresent(Value?.none, forKey: key)
    }
}

extension CodingKey {
    /// Returns the key if its type is exactly the given type; a cast takes longer.
    fileprivate func exactly<Other: CodingKey>(_ type: Other.Type) -> Other? {
        Self.self == type ? _identityCast(self, to: type) : nil
    }
}
