import Foundation

/// Decodes any `Decodable` from `name=value` pairs: the inverse of ``KeyValueEncoder`` with the same ``Coding``.
enum KeyValueDecoder {
    /// Returns the decoder of a form, in which `+` is a space, and a malformed escape stays as it is.
    static func decoder(ofForm data: Data, coding: Coding) throws -> KeyValueElementDecoder {
        try data.withUnsafeBytes { bytes in
            try decoder(ofForm: bytes.bindMemory(to: UInt8.self), coding: coding)
        }
    }

    /// Returns the decoder of a query, with the rules of a form.
    static func decoder(ofQuery query: String, coding: Coding) throws -> KeyValueElementDecoder {
        var query = query
        return try query.withUTF8 { try decoder(ofForm: $0, coding: coding) }
    }

    private static func decoder(
        ofForm form: UnsafeBufferPointer<UInt8>, coding: Coding
    ) throws -> KeyValueElementDecoder {
        let tree = KeyValueTree(coding: coding)
        tree.reserve(form.count)
        var name: [UInt8] = []
        var position = 0
        while position < form.count {
            name.removeAll(keepingCapacity: true)
            let start = position
            position = PercentEncoding.decode(form, from: position, ofFormUpTo: UInt8(ascii: "="), into: &name).end
            let isFlag = position == form.count || form[position] == UInt8(ascii: "&")
            if isFlag, position == start {
                position += 1
                continue
            }
            let valueStart = tree.bytes.count
            if !isFlag {
                tree.write {
                    position =
                        PercentEncoding.decode(form, from: position + 1, ofFormUpTo: UInt8(ascii: "&"), into: &$0).end
                }
            }
            try tree.add(name[...], valueFrom: valueStart, isFlag: isFlag)
            position += 1
        }
        return decoder(of: tree)
    }

    /// Reads decoded pairs; a name without a value is a flag.
    static func value<Value: Decodable>(
        _ type: Value.Type, fromPairs pairs: some Sequence<(name: String, value: String?)>, coding: Coding
    ) throws -> Value {
        let tree = KeyValueTree(coding: coding)
        for (name, value) in pairs {
            try tree.add(Array(name.utf8)[...], value: (value ?? "").utf8, isFlag: value == nil)
        }
        return try decoder(of: tree).value(type)
    }

    /// Returns the decoder of a whole tree.
    static func decoder(of tree: KeyValueTree) -> KeyValueElementDecoder {
        KeyValueElementDecoder(source: KeyValueSource(tree, node: KeyValueTree.root), codingPath: [])
    }
}

/// The `Decoder` for types that decode themselves.
struct KeyValueElementDecoder: Decoder {
    let source: KeyValueSource
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if source.isScalar { throw KeyValueProblem.mismatch([String: Any].self).decodingError(at: codingPath) }
        try read { try source.checkIsOne() }
        return KeyedDecodingContainer(KeyValueKeyedDecodingContainer<Key>(source: source, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        KeyValueUnkeyedDecodingContainer(elements: try read { try source.elements() }, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        KeyValueSingleValueDecodingContainer(decoder: self)
    }

    /// Reads a scalar; a problem becomes an error of this place.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let problem as KeyValueProblem {
            throw problem.decodingError(at: codingPath)
        }
    }

    /// Reads any value: types that Foundation and the standard library would read differently are read by the coding.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == String.self { return try cast(read { try source.string() }) }
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
            throw KeyValueProblem.mismatch(Value.self).decodingError(at: codingPath)
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
protocol NamedCollection {
    init(readingFrom decoder: KeyValueElementDecoder) throws
}

extension Dictionary: NamedCollection where Key: Decodable, Value: Decodable {
    init(readingFrom decoder: KeyValueElementDecoder) throws {
        let source = decoder.source
        if source.isScalar { throw KeyValueProblem.mismatch([String: Any].self).decodingError(at: decoder.codingPath) }
        try decoder.read { try source.checkIsOne() }
        self.init(minimumCapacity: Int(source.tree.nodes[Int(source.node)].childCount))
        for child in source.tree.children(of: source.node) {
            let name = source.tree.nodes[Int(child)].name
            let path = decoder.codingPath + [WireKey(name)]
            guard let key = try Self.key(named: name, at: path) else {
                throw KeyValueProblem.corrupted("has a name that \(WireTerm.mismatch(Key.self))").decodingError(
                    at: path)
            }
            let value = KeyValueElementDecoder(source: KeyValueSource(source.tree, node: child), codingPath: path)
            guard try updateValue(value.value(Value.self), forKey: key) == nil else {
                throw KeyValueProblem.corrupted("is a key that is there twice").decodingError(at: path)
            }
        }
    }

    private static func key(named name: String, at path: [any CodingKey]) throws -> Key? {
        if Key.self == String.self { return name as? Key }
        if let type = Key.self as? any CodingKeyRepresentable.Type {
            return type.init(codingKey: WireKey(name, intValue: Int(name))) as? Key
        }
        let tree = KeyValueTree(coding: .standard)
        try tree.add([], value: name.utf8, isFlag: false)
        let source = KeyValueSource(tree, node: KeyValueTree.root).child(named: "")
        return try source.map { try KeyValueElementDecoder(source: $0, codingPath: path).value(Key.self) }
    }
}
