import Requests

/// The container for a text that is one value.
struct TextParameterSingleValueDecodingContainer: NumberDecodingContainer {
    let decoder: TextParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        try decoder.read(type) { try ScalarText.integer(decoder.number(type), as: type) }
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        try decoder.read(type) { try ScalarText.float(decoder.number(type), as: type) }
    }

    // A missing value has no text.
    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.read(type) { try decoder.bool() } }
    func decode(_ type: String.Type) throws -> String { decoder.text }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}

/// The container for a text that is the elements of a list.
struct TextParameterUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let list: TextParameterDecoder
    let elements: [String]
    private(set) var currentIndex = 0

    init(list: TextParameterDecoder, elements: [String]) {
        self.list = list
        self.elements = elements
    }

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func next(_ type: Any.Type) throws -> TextParameterDecoder {
        guard !isAtEnd else {
            let end = TextParameterDecoder(element: "", currentIndex, of: list)
            throw end.misfit(.missing(type), "as long as is needed")
        }
        defer { currentIndex += 1 }
        return TextParameterDecoder(element: elements[currentIndex], currentIndex, of: list)
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type).value(type) }

    // The default implementations of these throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type).value(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type).value(type) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next([String: Any].self).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next(String.self) }
}
