/// The values of the names below another one, found in the form that the ``Coding/KeyStyle`` writes.
package struct KeyValueKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: KeyValueSource
    package let codingPath: [any CodingKey]

    package init(source: KeyValueSource, codingPath: [any CodingKey]) {
        self.source = source
        self.codingPath = codingPath
    }

    /// The names that are keys; other names are skipped.
    package var allKeys: [Key] {
        source.tree.children(of: source.node).compactMap { child in
            let name = source.tree.nodes[Int(child)].name
            let key = Key(stringValue: source.coding.keys.propertyName(of: name)) ?? Key(stringValue: name)
            guard let key, wireName(of: key) == name else { return nil }
            return key
        }
    }

    package func contains(_ key: Key) -> Bool {
        source.child(named: wireName(of: key)) != nil
    }

    private func wireName(of key: some CodingKey) -> String {
        source.coding.keys.wireName(of: key.stringValue)
    }

    private func child(_ key: Key) throws -> KeyValueSource {
        guard let child = source.child(named: wireName(of: key)) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "there is no `\(wireName(of: key))`")
            )
        }
        return child
    }

    /// Reads a scalar; its path is only made for an error.
    private func read<Value>(_ key: Key, _ body: (KeyValueSource) throws -> Value) throws -> Value {
        try read(from: child(key), key, body)
    }

    private func read<Value>(
        from child: KeyValueSource, _ key: Key, _ body: (KeyValueSource) throws -> Value
    ) throws -> Value {
        do {
            return try body(child)
        } catch let problem as KeyValueDecodingError {
            throw problem.decodingError(at: codingPath + [key])
        }
    }

    /// Reads a scalar; `nil` if the key is missing or a `nil`.
    private func readPresent<Value>(_ key: Key, _ body: (KeyValueSource) throws -> Value) throws -> Value? {
        guard let child = source.child(named: wireName(of: key)), !child.isNil else { return nil }
        return try read(from: child, key, body)
    }

    /// Returns the decoder of a key; it has nothing if the key is missing.
    ///
    /// A nested container writes nothing if it is empty, so a missing key is not an error here.
    private func decoder(_ key: some CodingKey) -> KeyValueElementDecoder {
        let child = source.child(named: wireName(of: key)) ?? KeyValueSource(source.tree, node: KeyValueTree.nothing)
        return KeyValueElementDecoder(source: child, codingPath: codingPath + [key])
    }

    package func decodeNil(forKey key: Key) throws -> Bool {
        try child(key).isNil
    }

    package func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let child = source.child(named: wireName(of: key)) else {
            if let absent = (type as? any OptionalType.Type)?.absent as? Value { return absent }
            if let empty = (type as? any EmptyIfMissing.Type)?.init() as? Value { return empty }
            _ = try child(key)
            return try decoder(key).value(type)
        }
        return try value(type, of: child, key)
    }

    private func value<Value: Decodable>(_ type: Value.Type, of child: KeyValueSource, _ key: Key) throws -> Value {
        // The path of the decoder costs more than the value.
        if let value = try read(from: child, key, { try $0.frequentValue(type) }) { return value }
        return try KeyValueElementDecoder(source: child, codingPath: codingPath + [key]).value(type)
    }

    package func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let child = source.child(named: wireName(of: key)), !child.isNil else { return nil }
        return try value(type, of: child, key)
    }

    // The default implementations of these look for the key three times.
    package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try readPresent(key) { try $0.bool() }
    }
    package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try readPresent(key) { try $0.string() }
    }
    package func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try readPresent(key) { try $0.float(type) }
    }
    package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try readPresent(key) { try $0.integer(type) }
    }

    package func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) { try $0.bool() } }
    package func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) { try $0.string() } }
    package func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key) { try $0.float(type) } }
    package func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key) { try $0.integer(type) } }

    // The default implementations of these throw.
    package func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try read(key) { try $0.integer(type) }
    }
    package func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try read(key) { try $0.integer(type) }
    }

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
