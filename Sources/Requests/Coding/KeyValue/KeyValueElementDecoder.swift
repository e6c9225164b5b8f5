import Foundation

/// The `Decoder` for types that decode themselves.
package struct KeyValueElementDecoder: Decoder {
    package let source: KeyValueSource
    package let codingPath: [any CodingKey]

    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if source.isScalar { throw KeyValueDecodingError.mismatch([String: Any].self).decodingError(at: codingPath) }
        try read { try source.checkIsOne() }
        return KeyedDecodingContainer(KeyValueKeyedDecodingContainer<Key>(source: source, codingPath: codingPath))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        KeyValueUnkeyedDecodingContainer(elements: try read { try source.elements() }, codingPath: codingPath)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer {
        KeyValueSingleValueDecodingContainer(decoder: self)
    }

    /// Reads a scalar; a problem becomes an error of this place.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let problem as KeyValueDecodingError {
            throw problem.decodingError(at: codingPath)
        }
    }

    /// Reads any value: types that Foundation and the standard library would read differently are read by the coding.
    package func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = try read({ try source.frequentValue(type) }) { return value }
        if type == Date.self { return try cast(read { try source.date(at: codingPath) }) }
        if type == Data.self { return try cast(read { try source.data(at: codingPath) }) }
        if type == URL.self { return try cast(read { try source.url() }) }
        if type == UUID.self { return try cast(read { try source.uuid() }) }
        if type == Decimal.self { return try cast(read { try source.decimal() }) }
        if let dictionary = type as? any NamedCollection.Type { return try cast(dictionary.init(readingFrom: self)) }
        return try Value(from: self)
    }

    private func cast<Value>(_ value: Any) throws -> Value {
        guard let value = value as? Value else {
            throw KeyValueDecodingError.mismatch(Value.self).decodingError(at: codingPath)
        }
        return value
    }
}

extension KeyValueSource {
    /// Indicates whether there is a value and nothing below it.
    fileprivate var isScalar: Bool {
        if node == KeyValueTree.nothing { return (try? range(of: String.self)) != nil }
        let node = tree.nodes[Int(node)]
        return node.childCount == 0 && node.valueCount > 0
    }
}

/// A dictionary: its names are keys unchanged, whatever the key style.
package protocol NamedCollection {
    init(readingFrom decoder: KeyValueElementDecoder) throws
}

extension Dictionary: NamedCollection where Key: Decodable, Value: Decodable {
    package init(readingFrom decoder: KeyValueElementDecoder) throws {
        let source = decoder.source
        if source.isScalar {
            throw KeyValueDecodingError.mismatch([String: Any].self).decodingError(at: decoder.codingPath)
        }
        try decoder.read { try source.checkIsOne() }
        self.init(minimumCapacity: Int(source.tree.nodes[Int(source.node)].childCount))
        for child in source.tree.children(of: source.node) {
            let name = source.tree.nodes[Int(child)].name
            let path = decoder.codingPath + [WireKey(name)]
            guard let key = try Self.key(named: name, at: path) else {
                throw KeyValueDecodingError.corrupted("has a name that \(WireTypeName.mismatch(Key.self))")
                    .decodingError(
                        at: path)
            }
            let value = KeyValueElementDecoder(source: KeyValueSource(source.tree, node: child), codingPath: path)
            guard try updateValue(value.value(Value.self), forKey: key) == nil else {
                throw KeyValueDecodingError.corrupted("is a key that is there twice").decodingError(at: path)
            }
        }
    }

    private static func key(named name: String, at path: [any CodingKey]) throws -> Key? {
        if Key.self == String.self { return name as? Key }
        if let type = Key.self as? any CodingKeyRepresentable.Type {
            return type.init(codingKey: WireKey(name, intValue: Int(name))) as? Key
        }
        var tree = KeyValueTreeBuilder(coding: .standard)
        try tree.add([], value: name.utf8, isFlag: false)
        let source = KeyValueSource(KeyValueTree(tree), node: KeyValueTree.root).child(named: "")
        return try source.map { try KeyValueElementDecoder(source: $0, codingPath: path).value(Key.self) }
    }
}
