/// The values of the names below a name, found by the names that the ``Coding/KeyStyle`` writes.
package struct KeyValueKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: KeyValueSource
    package let codingPath: [any CodingKey]

    package init(source: KeyValueSource, codingPath: [any CodingKey]) {
        self.source = source
        self.codingPath = codingPath
    }

    /// The keys of the names; names that aren't keys are skipped.
    package var allKeys: [Key] {
        source.children.compactMap { child in
            let key =
                Key(stringValue: source.coding.keys.propertyName(of: child.name)) ?? Key(stringValue: child.name)
            guard let key, wireName(of: key) == child.name else { return nil }
            return key
        }
    }

    private func wireName(of key: some CodingKey) -> String { source.coding.keys.wireName(of: key.stringValue) }

    private func existingChild(_ key: some CodingKey) -> KeyValueSource? { source.child(named: wireName(of: key)) }

    private func child(_ key: Key) throws -> KeyValueSource {
        if let child = existingChild(key) { return child }
        throw DecodingError.keyNotFound(
            key, .init(codingPath: codingPath, debugDescription: "there is no `\(wireName(of: key))`"))
    }

    /// Returns the decoder of a key's value; an empty decoder if the key is missing.
    ///
    /// A nested container writes nothing if it is empty, so a missing key is not an error here.
    private func decoder(_ key: some CodingKey) -> KeyValueDecoder {
        let child = existingChild(key) ?? KeyValueSource(source.text, .node(KeyValueNode("")))
        return KeyValueDecoder(child, at: codingPath + [key])
    }

    private func value<Value: Decodable>(_ type: Value.Type, of child: KeyValueSource, _ key: Key) throws -> Value {
        // Making the decoder's path takes longer than reading the value.
        do {
            if let value = try child.frequentValue(type) { return value }
        } catch {
            throw error.decodingError(at: codingPath + [key])
        }
        return try KeyValueDecoder(child, at: codingPath + [key]).value(type)
    }

    private func present<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let child = existingChild(key), !child.isNil else { return nil }
        return try value(type, of: child, key)
    }

    package func contains(_ key: Key) -> Bool { existingChild(key) != nil }

    package func decodeNil(forKey key: Key) throws -> Bool { try child(key).isNil }

    package func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let child = existingChild(key) { return try value(type, of: child, key) }
        if let absent = type.absentValue { return absent }
        if let empty = (type as? any EmptyIfMissing.Type)?.init() as? Value { return empty }
        return try value(type, of: child(key), key)
    }

    // The default implementations of these functions throw an error.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    package func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try value(type, of: child(key), key)
    }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    package func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try value(type, of: child(key), key)
    }

    package func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(type, key)
    }

    // The default implementations of these functions look up the key three times.
    package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(type, key) }
    package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(type, key) }
    package func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(type, key) }
    package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(type, key) }

    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    package func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    package func superDecoder() -> any Decoder { decoder(WireKey("super")) }

    package func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }
}
