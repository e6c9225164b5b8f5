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
        guard !isAtEnd else { throw error(.missing(type)) }
        return elements[currentIndex]
    }

    // Without the attribute, each of the sixteen functions below has a copy.
    @inline(never)
    private func error(_ problem: KeyValueDecodingError) -> DecodingError { problem.decodingError(at: path) }

    /// Reads a scalar; its path is only made for an error.
    private mutating func read<Value>(_ body: (KeyValueSource) throws -> Value) throws -> Value {
        let element = try element(as: Value.self)
        do {
            let value = try body(element)
            currentIndex += 1
            return value
        } catch let problem as KeyValueDecodingError {
            throw error(problem)
        }
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

    mutating func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try read { try $0.string() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try read { try $0.float(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try read { try $0.float(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try read { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try read { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try read { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try read { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try read { try $0.integer(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try read { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try read { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read { try $0.integer(type) } }

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
