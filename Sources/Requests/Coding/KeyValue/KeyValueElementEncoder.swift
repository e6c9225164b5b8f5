/// The `Encoder` for types that encode themselves.
struct KeyValueElementEncoder: Encoder {
    let writer: KeyValueWriter
    let place: KeyValuePlace

    var codingPath: [any CodingKey] { writer.codingPath(of: place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyValueKeyedEncodingContainer<Key>(writer: writer, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if writer.refusesArrays { writer.fail(.notOneText(at: writer.codingPath(of: place))) }
        if !writer.hasName(place) { writer.fail(writer.unnamedArray(at: place)) }
        return KeyValueUnkeyedEncodingContainer(writer: writer, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        KeyValueSingleValueEncodingContainer(writer: writer, place: place)
    }
}
