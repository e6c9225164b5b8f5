/// The elements of an array, named by the ``Coding/ArrayStyle``.
struct KeyValueUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let list: KeyValueEncoder
    private(set) var count = 0

    /// Indicates whether the elements so far are numbered, because they contain names or elements.
    private var isNumbered: Bool?

    init(list: KeyValueEncoder) { self.list = list }

    var codingPath: [any CodingKey] { list.codingPath }

    private mutating func next() -> KeyValueEncoder {
        defer { count += 1 }
        return list.element(count)
    }

    /// Throws an error if plain and numbered elements are mixed, because then their order would be lost.
    private mutating func check(_ element: KeyValueEncoder, writtenFrom start: Int) throws {
        guard list.writer.isReadBack, list.writer.arrays != .indices else { return }
        let written = list.writer.state.pointee.output[start..<list.outputCount]
        let start = written.first == UInt8(ascii: "&") ? 1 : 0
        let end = start + element.name.count
        let isNumbered = written.count >= end && written.part(start..<end).equals(element.name)
        if let before = self.isNumbered, before != isNumbered {
            throw element.issue(
                "is nested where other elements are not, so that their order would be lost: write arrays by indices")
        }
        self.isNumbered = isNumbered
    }

    mutating func encodeNil() throws { try next().encodeNil() }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let start = list.outputCount
        let element = next()
        try element.encode(value)
        try check(element, writtenFrom: start)
    }

    // The default implementations of these throw.
    mutating func encode(_ value: Int128) throws { try next().encode(value) }
    mutating func encode(_ value: UInt128) throws { try next().encode(value) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }
}
