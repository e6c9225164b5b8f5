/// The elements of an array in order.
struct KeyValueUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private let elements: [KeyValueSource]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [KeyValueSource], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private var path: [any CodingKey] { codingPath + [WireKey(String(currentIndex), intValue: currentIndex)] }

    private func element(as type: Any.Type) throws -> KeyValueSource {
        guard !isAtEnd else { throw KeyValueDecodingError.missing(type).decodingError(at: path) }
        return elements[currentIndex]
    }

    private mutating func next<Value>(
        as type: Any.Type, _ body: (KeyValueElementDecoder) throws -> Value
    ) throws -> Value {
        let value = try body(KeyValueElementDecoder(source: element(as: type), codingPath: path))
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

    // The default implementations of these throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try next(as: type) { try Int128(from: $0) }
    }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try next(as: type) { try UInt128(from: $0) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next(as: [String: Any].self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next(as: [Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next(as: Any.self) { $0 }
    }
}
