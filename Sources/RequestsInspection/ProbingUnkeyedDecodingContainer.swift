import Requests
import RequestsEndpoints

/// The elements of a decoded array: two elements or none.
///
/// A type that decodes more elements without checking `isAtEnd` receives more elements.
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

    private mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
        decoder.note(.elements(type))
        return try next().value(type)
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element(type) }

    // The default implementations of the next two functions throw.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}
