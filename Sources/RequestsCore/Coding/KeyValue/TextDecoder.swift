/// A decoder of strings, which is also the container of a single value.
package struct TextDecoder<Source: TextSource>: Decoder, NumberDecodingContainer {
    package let source: Source
    package let codingPath: [any CodingKey]

    package init(_ source: Source, at codingPath: [any CodingKey] = []) {
        self.source = source
        self.codingPath = codingPath
    }

    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try read([String: Any].self) { try source.container(keyedBy: type, at: codingPath) }
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TextUnkeyedDecodingContainer(list: self, elements: try read([Any].self) { try source.elements() })
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Reads with a function, and adds the path to its errors.
    func read<Value>(_ type: Any.Type, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw source.located(error, as: type, at: codingPath)
        }
    }

    /// Reads any value; the coding reads types that Foundation and the standard library would read differently.
    package func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try read(type) {
            if let value = try source.scalar(type, at: codingPath) { return value }
            if let decoder = self as? KeyValueDecoder, let dictionary = type as? any NamedCollection.Type,
                let value = try dictionary.init(readingFrom: decoder, by: nil) as? Value
            {
                return value
            }
            return try Value(from: self)
        }
    }

    package func decodeNil() -> Bool { source.isNil }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

    package func decode(_ type: Bool.Type) throws -> Bool { try read(type) { try source.bool() } }
    package func decode(_ type: String.Type) throws -> String { try read(type) { try source.text(as: type) } }

    package func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        try read(type) { try source.integer(type) }
    }

    package func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        try read(type) { try source.float(type) }
    }
}

/// The elements of an array in order.
struct TextUnkeyedDecodingContainer<Source: TextSource>: UnkeyedDecodingContainer {
    private let list: TextDecoder<Source>
    private let elements: [Source]
    private(set) var currentIndex = 0

    init(list: TextDecoder<Source>, elements: [Source]) {
        self.list = list
        self.elements = elements
    }

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var path: [any CodingKey] { codingPath + [WireKey(String(currentIndex), intValue: currentIndex)] }

    private func element(as type: Any.Type) throws -> Source {
        guard isAtEnd else { return elements[currentIndex] }
        throw list.source.located(KeyValueDecodingError.missing(type), as: type, at: path)
    }

    private mutating func next<Value>(
        as type: Any.Type, _ body: (TextDecoder<Source>) throws -> Value
    ) throws -> Value {
        let value = try body(TextDecoder(element(as: type), at: path))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try element(as: Any.self).isNil else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(as: type) { try $0.value(type) }
    }

    // The default implementations of these functions throw an error.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(as: type) { try $0.integer(type) } }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(as: type) { try $0.integer(type) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next(as: [String: Any].self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next(as: [Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next(as: Any.self) { $0 } }
}
