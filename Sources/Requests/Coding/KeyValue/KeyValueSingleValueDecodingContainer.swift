/// One value, in the place of the whole.
struct KeyValueSingleValueDecodingContainer: NumberDecodingContainer {
    let decoder: KeyValueElementDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    private func read<Value>(_ body: (KeyValueSource) throws -> Value) throws -> Value {
        do {
            return try body(decoder.source)
        } catch let problem as KeyValueDecodingError {
            throw problem.decodingError(at: codingPath)
        }
    }

    func decodeNil() -> Bool { decoder.source.isNil }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }

    func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.bool() } }
    func decode(_ type: String.Type) throws -> String { try read { try $0.string() } }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number { try read { try $0.integer(type) } }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        try read { try $0.float(type) }
    }
}
