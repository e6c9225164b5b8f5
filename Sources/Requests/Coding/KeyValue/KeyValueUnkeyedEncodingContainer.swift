/// The elements of an array, with names by the ``Coding/ArrayStyle``.
struct KeyValueUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let writer: KeyValueWriter
    private(set) var count = 0
    let place: KeyValuePlace

    init(writer: KeyValueWriter, place: KeyValuePlace) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { writer.codingPath(of: place) }

    private mutating func next() -> KeyValuePlace {
        defer { count += 1 }
        return writer.element(count, of: place)
    }

    /// Indicates whether the elements so far are numbered, as elements with names or with nested elements are.
    private var isNumbered: Bool?

    /// Refuses an array of plain and numbered elements: plain ones are read in order, numbered ones by number, and a mix has no
    /// order.
    private mutating func check(_ element: KeyValuePlace, writtenFrom start: Int) throws {
        guard writer.isReadBack, writer.naming.arrays != .indices else { return }
        let written = writer.state.pointee.output[start..<writer.outputCount]
        let skipped = written.first == UInt8(ascii: "&") ? 1 : 0
        let name = writer.encodedNameAsParent(of: element)
        try note(
            isNumbered: written.count >= skipped + name.count
                && written.part(skipped..<skipped + name.count).equals(name),
            at: element)
    }

    private mutating func note(isNumbered: Bool, at element: KeyValuePlace) throws {
        guard writer.isReadBack, writer.naming.arrays != .indices else { return }
        if let before = self.isNumbered, before != isNumbered {
            throw KeyValueEncodingIssue(
                problem: "is nested where other elements are not, so that their order would be lost: "
                    + "write arrays by indices",
                path: writer.codingPath(of: element)
            )
        }
        self.isNumbered = isNumbered
    }

    /// Writes the next element, and closes its place afterwards.
    private mutating func write(_ body: (KeyValueWriter, KeyValuePlace) throws -> Void) throws {
        let mark = writer.openPlaces
        defer { writer.close(to: mark) }
        try body(writer, next())
    }

    mutating func encodeNil() throws { try write { try $0.writeNil(at: $1) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if try writer.writeScalar(value, element: count, of: place) {
            count += 1
            try note(isNumbered: false, at: place)
            return
        }
        let start = writer.outputCount
        let mark = writer.openPlaces
        defer { writer.close(to: mark) }
        let element = next()
        try writer.encode(value, at: element)
        try check(element, writtenFrom: start)
    }
    mutating func encode(_ value: Bool) throws {
        try write { try $0.write($0.text(of: value), at: $1) }
    }
    mutating func encode(_ value: String) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: Double) throws { try encode(number: value) }
    mutating func encode(_ value: Float) throws { try encode(number: value) }
    mutating func encode(_ value: Int) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: Int8) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: Int16) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: Int32) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: Int64) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: UInt) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: UInt8) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: UInt16) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: UInt32) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: UInt64) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: Int128) throws { try write { try $0.write(value, at: $1) } }
    mutating func encode(_ value: UInt128) throws { try write { try $0.write(value, at: $1) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: keyType)
    }

    private mutating func encode(number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        try write { writer, place in
            try writer.write(
                writer.text(of: number, at: writer.codingPath(of: place)), at: place)
        }
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        KeyValueElementEncoder(writer: writer, place: next())
    }
}
