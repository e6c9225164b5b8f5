/// One value, in the place of the whole.
struct KeyValueSingleValueEncodingContainer: SingleValueEncodingContainer {
    let writer: KeyValueWriter
    let place: KeyValuePlace

    var codingPath: [any CodingKey] { writer.codingPath(of: place) }

    mutating func encodeNil() throws { try writer.writeNil(at: place) }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try writer.encode(value, at: place)
    }
    mutating func encode(_ value: Bool) throws { try writer.write(writer.text(of: value), at: place) }
    mutating func encode(_ value: String) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Double) throws {
        try writer.write(writer.text(of: value, at: codingPath), at: place)
    }
    mutating func encode(_ value: Float) throws {
        try writer.write(writer.text(of: value, at: codingPath), at: place)
    }
    mutating func encode(_ value: Int) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Int8) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Int16) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Int32) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Int64) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: UInt) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: UInt8) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: UInt16) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: UInt32) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: UInt64) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Int128) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: UInt128) throws { try writer.write(value, at: place) }
}
