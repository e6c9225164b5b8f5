/// Takes the properties of a value to their places in a message: the inverse of ``PlacementDecoder``.
///
/// It collects whole bodies and properties with a single text (path, header fields, cookies, status), and writes the properties
/// of the query. The encoder of a format writes the properties of a body, in another pass: see ``BodyFields``.
///
/// It is a class because each container and each nested value would copy a struct.
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
        return KeyedEncodingContainer(PlacementKeyedEncodingContainer(encoder: self))
    }

    // A value without properties is a whole body, or fills the only placeholder.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingEncoder().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        PlacementSingleValueEncodingContainer(encoder: self)
    }

    /// Takes a property that is a text, or that is written as one.
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
    ///   - observe: Receives the place of each property.
    /// - Returns: The collected values.
    static func placed(
        _ value: some Encodable, scheme: PlacementScheme, coding: Coding,
        observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) -> PlacedValues {
        let values = PlacedValues(scheme: scheme, coding: coding, observe: observe)
        if MessageText.isScalar(type(of: value)) { return values }
        values.takeQuery { () throws(KeyValueEncodingIssue) in
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

/// The container for a value that is written as another one, such as an identifier with a separate type.
private struct PlacementSingleValueEncodingContainer: SingleValueEncodingContainer {
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

/// A group of values, each with its own place.
protocol PlacedGroup {
    func encodeNested(to encoder: any Encoder) throws
}

extension Nested: PlacedGroup where Value: Encodable {
    // An optional would ask for a single-value container.
    func encodeNested(to encoder: any Encoder) throws { try PlacedValues.present(wrappedValue)?.encode(to: encoder) }
}
