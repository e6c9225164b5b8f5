/// Takes the properties of a value to their places in a message: the inverse of ``PlacementDecoder``.
///
/// It collects properties that have one text (path, header fields, cookies, status) and whole bodies, and writes those of the
/// query. The encoder of a format writes the properties of a body, in another pass: see ``BodyFields``.
///
/// It has a reference's identity because each container and each nested value would copy it.
final class PlacementEncoder: Encoder {
    let values: PlacedValues
    /// The encoder of the query.
    let pairs: KeyValueElementEncoder

    private init(values: PlacedValues, query pairs: KeyValueElementEncoder) {
        self.values = values
        self.pairs = pairs
    }

    var codingPath: [any CodingKey] { pairs.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        values.isKeyed = true
        let pairs = KeyValueKeyedEncodingContainer<Key>(writer: pairs.writer, place: pairs.place)
        return KeyedEncodingContainer(PlacementEncodingContainer(encoder: self, pairs: pairs))
    }

    // A value without properties is a whole body, or fills the only placeholder.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingEncoder().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { PlacementValueEncodingContainer(encoder: self) }

    /// Takes a property that is a text, or is written as a text.
    func collect(text: String, _ value: any Encodable, at place: MessagePlace, _ key: String) {
        if place.hasOneText {
            values.collect(text: text, at: place, key)
        } else {
            values.collect(value, at: place, key)
        }
    }
}

extension PlacementEncoder {
    /// Takes the properties of a value to their places.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - scheme: The places of properties without a wrapper.
    ///   - coding: The styles.
    ///   - observe: Is told the place of each property.
    /// - Returns: What was collected.
    static func placed(
        _ value: some Encodable, scheme: PlacementScheme, coding: Coding,
        observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) -> PlacedValues {
        let values = PlacedValues(scheme: scheme, coding: coding, observe: observe)
        if MessageText.isScalar(type(of: value)) { return values }
        values.takeQuery { () throws(KeyValueError) in
            if scheme.others == .query, scheme.holdsWhole(type(of: value)) {
                values.isKeyed = true
                return try KeyValueEncoder.query(of: value, coding: coding)
            }
            return try KeyValueEncoder.query(coding: coding) { pairs in
                try value.encode(to: PlacementEncoder(values: values, query: pairs))
            }
        }
        return values
    }
}

/// A value that is written as another one, such as an identifier with its own type.
private struct PlacementValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: PlacementEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder) }
    func encode(_ value: Bool) throws {}
    func encode(_ value: String) throws {}
    func encode(_ value: Double) throws {}
    func encode(_ value: Float) throws {}
    func encode(_ value: Int) throws {}
    func encode(_ value: Int8) throws {}
    func encode(_ value: Int16) throws {}
    func encode(_ value: Int32) throws {}
    func encode(_ value: Int64) throws {}
    func encode(_ value: Int128) throws {}
    func encode(_ value: UInt) throws {}
    func encode(_ value: UInt8) throws {}
    func encode(_ value: UInt16) throws {}
    func encode(_ value: UInt32) throws {}
    func encode(_ value: UInt64) throws {}
    func encode(_ value: UInt128) throws {}
}

/// A group of values, whose members have places of their own.
protocol PlacedGroup {
    func encodeNested(to encoder: any Encoder) throws
}

extension Nested: PlacedGroup where Value: Encodable {
    // An optional would ask for a container of one value.
    func encodeNested(to encoder: any Encoder) throws { try PlacedValues.present(wrappedValue)?.encode(to: encoder) }
}
