/// One value, in the place of the whole.
struct KeyValueSingleValueDecodingContainer: SingleValueDecodingContainer {
    let decoder: KeyValueElementDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    private func read<Value>(_ body: (KeyValueSource) throws -> Value) throws -> Value {
        do {
            return try body(decoder.source)
        } catch let problem as KeyValueProblem {
            throw problem.decodingError(at: codingPath)
        }
    }

    func decodeNil() -> Bool { decoder.source.isNil }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }

    func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.bool() } }
    func decode(_ type: String.Type) throws -> String { try read { try $0.string() } }
    func decode(_ type: Double.Type) throws -> Double { try read { try $0.float(type) } }
    func decode(_ type: Float.Type) throws -> Float { try read { try $0.float(type) } }
    func decode(_ type: Int.Type) throws -> Int { try read { try $0.integer(type) } }
    func decode(_ type: Int8.Type) throws -> Int8 { try read { try $0.integer(type) } }
    func decode(_ type: Int16.Type) throws -> Int16 { try read { try $0.integer(type) } }
    func decode(_ type: Int32.Type) throws -> Int32 { try read { try $0.integer(type) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try read { try $0.integer(type) } }
    func decode(_ type: Int128.Type) throws -> Int128 { try read { try $0.integer(type) } }
    func decode(_ type: UInt.Type) throws -> UInt { try read { try $0.integer(type) } }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try read { try $0.integer(type) } }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try read { try $0.integer(type) } }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try read { try $0.integer(type) } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try read { try $0.integer(type) } }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try read { try $0.integer(type) } }
}
