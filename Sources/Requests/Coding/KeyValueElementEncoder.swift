/// The `Encoder` that a value of its own type is given to write itself with.
struct KeyValueElementEncoder: Encoder {
    let writer: KeyValueWriter
    let place: KeyValuePlace

    var codingPath: [any CodingKey] { place.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyValueKeyedContainer<Key>(writer: writer, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if !place.isNamed { writer.fail(writer.unnamedArray(at: place)) }
        return KeyValueUnkeyedContainer(writer: writer, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        KeyValueSingleValueContainer(writer: writer, place: place)
    }
}

/// One value, in the place of the whole.
struct KeyValueSingleValueContainer: SingleValueEncodingContainer {
    let writer: KeyValueWriter
    let place: KeyValuePlace

    var codingPath: [any CodingKey] { place.path }

    mutating func encodeNil() throws { try writer.writeNil(at: place) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try writer.encode(value, at: place) }
    mutating func encode(_ value: Bool) throws { try writer.write(writer.text(of: value), at: place) }
    mutating func encode(_ value: String) throws { try writer.write(value, at: place) }
    mutating func encode(_ value: Double) throws { try writer.write(writer.text(of: value, at: codingPath), at: place) }
    mutating func encode(_ value: Float) throws { try writer.write(writer.text(of: value, at: codingPath), at: place) }
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

/// The elements of an array, named as the ``Coding/ArrayStyle`` says.
struct KeyValueUnkeyedContainer: UnkeyedEncodingContainer {
    let writer: KeyValueWriter
    let place: KeyValuePlace
    private(set) var count = 0

    init(writer: KeyValueWriter, place: KeyValuePlace) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { place.path }

    private mutating func next() -> KeyValuePlace {
        defer { count += 1 }
        return writer.element(count, of: place)
    }

    /// Whether the elements so far are numbered, as those are that have names or elements of their own.
    private var isNumbered: Bool?

    /// Plain elements are read in their order, and numbered ones by their number: of both there would be no order.
    private mutating func check(_ element: KeyValuePlace, writtenFrom start: Int) throws {
        guard writer.coding.arrays != .indices, let numbered = element.numberedName else { return }
        let written = writer.pairs.bytes[start...].drop { $0 == UInt8(ascii: "&") }
        try note(isNumbered: written.starts(with: numbered), at: element)
    }

    private mutating func note(isNumbered: Bool, at element: KeyValuePlace) throws {
        guard writer.use == .form, writer.coding.arrays != .indices else { return }
        if let before = self.isNumbered, before != isNumbered {
            throw KeyValueError(
                problem: "is nested where other elements are not, so that their order would be lost: "
                    + "write arrays by indices",
                path: element.path
            )
        }
        self.isNumbered = isNumbered
    }

    mutating func encodeNil() throws { try writer.writeNil(at: next()) }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if try writer.writeScalar(value, element: count, of: place) {
            count += 1
            try note(isNumbered: false, at: place)
            return
        }
        let element = next()
        let start = writer.pairs.bytes.count
        try writer.encode(value, at: element)
        if writer.use == .form { try check(element, writtenFrom: start) }
    }
    mutating func encode(_ value: Bool) throws { try writer.write(writer.text(of: value), at: next()) }
    mutating func encode(_ value: String) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: Double) throws { try encode(number: value) }
    mutating func encode(_ value: Float) throws { try encode(number: value) }
    mutating func encode(_ value: Int) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: Int8) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: Int16) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: Int32) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: Int64) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: UInt) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: UInt8) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: UInt16) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: UInt32) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: UInt64) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: Int128) throws { try writer.write(value, at: next()) }
    mutating func encode(_ value: UInt128) throws { try writer.write(value, at: next()) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder().container(keyedBy: keyType)
    }

    private mutating func encode(number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        let place = next()
        try writer.write(writer.text(of: number, at: place.path), at: place)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder {
        KeyValueElementEncoder(writer: writer, place: next())
    }
}
