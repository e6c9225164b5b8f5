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

    mutating func encodeNil() throws {
        let mark = writer.openPlaces
        defer { writer.close(to: mark) }
        try writer.writeNil(at: next())
    }

    // The default implementations of these throw.
    mutating func encode(_ value: Int128) throws { try encodeElement(value) }
    mutating func encode(_ value: UInt128) throws { try encodeElement(value) }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try encodeElement(value) }

    private mutating func encodeElement<Value: Encodable>(_ value: Value) throws {
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

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        KeyValueElementEncoder(writer: writer, place: next())
    }
}
