/// The properties of a value, nested by the ``Coding/NestingStyle``.
package struct KeyValueKeyedEncodingContainer<Key: CodingKey>: OptionalEncodingContainer {
    let writer: KeyValueWriter
    let place: KeyValuePlace

    package init(writer: KeyValueWriter, place: KeyValuePlace) {
        self.writer = writer
        self.place = place
    }

    package var codingPath: [any CodingKey] { writer.codingPath(of: place) }

    @inline(__always)
    private func child(_ key: some CodingKey) -> KeyValuePlace {
        writer.child(of: place, key)
    }

    @inline(__always)
    private func write(_ text: String, _ key: Key) {
        writer.write(text, key, of: place)
    }

    /// Encodes an optional, which synthesised code asks for.
    ///
    /// The default implementation leaves a `nil` out, whatever the ``Coding/NilStyle``.
    package func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value, try writer.writeScalar(value, writer.kind(of: value), key, of: place) { return }
        let mark = writer.openPlaces
        defer { writer.close(to: mark) }
        let child = child(key)
        writer.setOptional(child)
        if let value {
            try writer.encode(value, at: child)
        } else {
            try writer.writeNil(at: child)
        }
    }

    package func encodeNil(forKey key: Key) throws {
        let mark = writer.openPlaces
        defer { writer.close(to: mark) }
        try writer.writeNil(at: child(key))
    }
    package func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try writer.encode(value, key, of: place)
    }
    package func encode(_ value: Bool, forKey key: Key) throws { write(writer.text(of: value), key) }
    package func encode(_ value: String, forKey key: Key) throws { write(value, key) }
    package func encode(_ value: Double, forKey key: Key) throws {
        try write(writer.text(of: value, at: writer.codingPath(of: place) + [key]), key)
    }
    package func encode(_ value: Int, forKey key: Key) throws { writer.write(value, key, of: place) }

    // The default implementations of these throw.
    package func encode(_ value: Int128, forKey key: Key) throws { writer.write(value, key, of: place) }
    package func encode(_ value: UInt128, forKey key: Key) throws { writer.write(value, key, of: place) }

    package func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try addOptional(value, key)
    }

    package func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        writer.noteNestedContainer(named: key)
        return superEncoder(forKey: key).container(keyedBy: keyType)
    }

    package func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    package func superEncoder() -> any Encoder {
        KeyValueElementEncoder(writer: writer, place: child(WireKey("super")))
    }

    package func superEncoder(forKey key: Key) -> any Encoder {
        KeyValueElementEncoder(writer: writer, place: child(key))
    }
}
