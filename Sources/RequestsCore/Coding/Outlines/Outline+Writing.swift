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
        case .invalid(let error): throw error
        case .single(let content):
            guard let value = content.value else {
                var container = singleValueContainer()
                return try container.encodeNil()
            }
            try encode(single: convert(value))
        case .members: try encode(outline.members, as: convert)
        case .elements:
            var container = unkeyedContainer()
            for element in outline.elements {
                switch element {
                case .null: try container.encodeNil()
                case .outline(let outline): try container.superEncoder().encode(outline, as: convert)
                default: if let value = element.value { try container.encode(convert(value)) }
                }
            }
        }
    }

    /// Encodes the members of an object, each with its own key.
    package func encode(
        _ members: [Outline.Member], as convert: (any Encodable) -> any Encodable = { $0 }
    ) throws {
        guard !members.isEmpty else {
            // Open a container, because the object is empty, not missing.
            _ = container(keyedBy: WireKey.self)
            return
        }
        var rest = members[...]
        while let first = rest.popFirst() { try encode(first, first.key, before: &rest, convert) }
    }

    /// Encodes a member, and the members after it with the same type of keys: a class and its superclass have different
    /// key types.
    private func encode<Key: CodingKey>(
        _ first: Outline.Member, _ key: Key, before rest: inout ArraySlice<Outline.Member>,
        _ convert: (any Encodable) -> any Encodable
    ) throws {
        var container = container(keyedBy: Key.self)
        try container.encode(first, key, convert)
        while let next = rest.first, next.keys == Key.self, let key = next.key as? Key {
            rest.removeFirst()
            try container.encode(next, key, convert)
        }
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encode(
        _ member: Outline.Member, _ key: Key, _ convert: (any Encodable) -> any Encodable
    ) throws {
        switch member.content {
        case .null(let type?): try encodeNone(type, key)
        case .null(nil): try encodeNil(forKey: key)
        case .outline(let outline): try superEncoder(forKey: key).encode(outline, as: convert)
        case .text(let text) where !member.isOptional: try encode(text, forKey: key)
        default:
            guard let value = member.content.value.map(convert) else { return }
            if member.isOptional { try encodeSome(value, key) } else { try encode(value, forKey: key) }
        }
    }

    fileprivate mutating func encodeSome<Value: Encodable>(_ value: Value, _ key: Key) throws {
        try encodeIfPresent(value, forKey: key)
    }

    fileprivate mutating func encodeNone<Value: Encodable>(_ type: Value.Type, _ key: Key) throws {
        try encodeIfPresent(Value?.none, forKey: key)
    }
}
