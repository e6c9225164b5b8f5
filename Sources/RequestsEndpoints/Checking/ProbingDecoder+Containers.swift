import Requests

/// A value without properties that is decoded from made-up values.
struct ProbingSingleValueDecodingContainer: NumberDecodingContainer {
    let decoder: ProbingDecoder

    var codingPath: [any CodingKey] { [] }

    private var text: String { SampleValue.texts[decoder.variant % SampleValue.variantCount] }

    func integer<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) -> Number {
        decoder.note(.single(type))
        let numbers = SampleValue.numbers
        return Number(exactly: numbers[decoder.variant % numbers.count]) ?? 1
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(_ type: Number.Type) -> Number {
        decoder.note(.single(type))
        return Number(integer(Int.self))
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool {
        decoder.note(.single(type))
        return decoder.variant % 2 == 1
    }
    func decode(_ type: String.Type) throws -> String {
        decoder.note(.single(type))
        return text
    }

    /// Reads the properties of another type, as which the type decodes itself.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        decoder.note(.single(type))
        if let known = SampleValue.known(type) { return known }
        guard decoder.depth == 0, type.absentValue == nil else { return try decoder.value(type) }
        var next = decoder
        next.groupDepth += 1
        guard next.groupDepth < 16 else { throw ProbingDecoder.Unseen() }
        return try Value(from: next)
    }
}

/// The elements of a decoded array: two or none.
///
/// A type that asks for more without checking the count gets more.
struct ProbingUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let decoder: ProbingDecoder
    private(set) var currentIndex = 0

    init(decoder: ProbingDecoder) { self.decoder = decoder }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { currentIndex >= (decoder.hasElements ? 2 : 0) }

    private mutating func next() throws -> ProbingDecoder {
        currentIndex += 1
        try decoder.probe.spend()
        // Sets need two different elements.
        return decoder.deeper(decoder.variant + currentIndex - 1)
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        decoder.note(.elements(type))
        return try next().value(type)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}
