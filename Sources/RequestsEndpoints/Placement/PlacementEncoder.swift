import Requests

/// Places the properties of a value in a message: the inverse of ``PlacementDecoder``.
///
/// It collects whole bodies and properties with a single text (path, header fields, cookies, status), and writes the
/// query. In a second pass, it passes only the body's properties to the encoder of a format: see ``BodyFields``.
///
/// It is a class because each container and each nested value would copy a struct. It collects values in one struct,
/// because the runtime tracks each access to a property of a class.
final class PlacementEncoder: Encoder {
    /// The collected values.
    // Tracking each access would cost 4 % of the row `endpoint` of the instructions.
    @exclusivity(unchecked) var values = PlacedValues()

    /// Indicates whether properties are members of a group.
    var isInGroup = false

    let scheme: PlacementScheme
    let coding: Coding

    /// The encoder of the body; `nil` in the pass that collects the other properties.
    private let body: (any Encoder)?
    private let isOfBody: Bool

    /// Receives the place of each property, for checks.
    let observe: ((_ key: String, _ place: MessagePlace) -> Void)?

    /// The encoder of the query; `nil` until a property is placed in the query.
    @exclusivity(unchecked) private var pairs: KeyValueEncoder?

    init(
        scheme: PlacementScheme, coding: Coding, body: (any Encoder)? = nil,
        observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) {
        self.scheme = scheme
        self.coding = coding
        self.body = body
        isOfBody = body != nil
        self.observe = observe
    }

    var codingPath: [any CodingKey] { body?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { body?.userInfo ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if isOfBody { return bodyContainer(keyedBy: type) }
        values.isKeyed = true
        return KeyedEncodingContainer(PlacementKeyedEncodingContainer(encoder: self))
    }

    // If this were inlined, the runtime would also look up its types for the other kind of container.
    @inline(never)
    private func bodyContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let base = (body ?? DiscardingEncoder()).container(keyedBy: type)
        return KeyedEncodingContainer(BodyFieldKeyedEncodingContainer(encoder: self, base: base))
    }

    // A value without properties is a whole body, or fills the only placeholder.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { (body ?? DiscardingEncoder()).unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { body?.singleValueContainer() ?? self }

    /// The place of properties without a placeholder.
    var otherPlace: MessagePlace { scheme.others }

    /// Returns the place of a property without a wrapper.
    func place(of key: String, _ type: Any.Type? = nil) -> MessagePlace {
        scheme.place(of: key, isInGroup ? nil : type, coding: coding)
    }

    /// The encoder of the query, created on demand: outputs and many inputs have no query.
    var query: KeyValueEncoder {
        if let pairs { return pairs }
        let pairs = KeyValueEncoder(coding: coding, use: .readQuery)
        self.pairs = pairs
        return pairs
    }

    /// Returns the encoder of the query, with the array style of a property.
    func query(of property: String) -> KeyValueEncoder {
        let query = query
        if !scheme.arrays.isEmpty { query.use(scheme.arrays[property] ?? coding.arrays) }
        return query
    }

    /// Places each member of a group separately.
    func encodeGroup(_ value: some Encodable) throws {
        let isInGroup = isInGroup
        self.isInGroup = true
        defer { self.isInGroup = isInGroup }
        try (value as? any PlacedGroup)?.encodeNested(to: self)
    }

    /// Notes that a property was written to the query.
    func noteQuery(_ key: String) { observe?(key, .query) }
}

extension PlacementEncoder {
    /// Places the properties of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - scheme: The places of properties without a wrapper.
    ///   - coding: The coding of the API.
    ///   - observe: Receives the place of each property.
    /// - Returns: The collected values.
    static func placed(
        _ value: some Encodable, scheme: PlacementScheme, coding: Coding,
        observe: ((_ key: String, _ place: MessagePlace) -> Void)? = nil
    ) -> PlacedValues {
        let encoder = PlacementEncoder(scheme: scheme, coding: coding, observe: observe)
        encoder.encodeMessage(value)
        // Swapped, because a copy would be destroyed with the encoder.
        var values = PlacedValues()
        swap(&values, &encoder.values)
        return values
    }

    private func encodeMessage<Value: Encodable>(_ value: Value) {
        if TextParameter.isScalar(Value.self) || scheme.isWhole(value) {
            // The value has no properties, whatever its `Encodable` implementation does.
        } else if scheme.others == .query, scheme.holdsWhole(Value.self) {
            encodeQuery(value)
        } else {
            encodeProperties(of: value)
        }
        if !values.isKeyed, let name = scheme.onlyPlaceholder { fillPath(name, with: value) }
    }

    private func encodeProperties(of value: some Encodable) {
        var problem: KeyValueEncodingIssue?
        do {
            try value.encode(to: self)
        } catch {
            problem = pairs?.failure ?? KeyValueEncodingIssue(error)
        }
        if let problem = problem ?? pairs?.failure {
            values.fail(query: problem)
        } else if let pairs {
            values.take(query: pairs.written)
        }
    }

    private func encodeQuery(_ value: some Encodable) {
        values.isKeyed = true
        do {
            values.take(query: try KeyValueEncoder.query(of: value, coding: coding))
        } catch {
            values.fail(query: error)
        }
    }
}

/// The container for a value that is encoded as another one, such as an identifier type.
extension PlacementEncoder: SingleValueEncodingContainer {
    func encodeNil() {}

    func encode<Value: Encodable>(_ value: Value) throws {
        if !isUnnested(Value.self), !scheme.isWhole(value) { try value.encode(to: self) }
    }

    // The default implementations of these functions throw.
    func encode(_ value: Int128) {}
    func encode(_ value: UInt128) {}
}

/// A group of values, each with its own place.
protocol PlacedGroup {
    func encodeNested(to encoder: any Encoder) throws
}

extension ValueWrapper: PlacedGroup where Value: Encodable {
    // An optional would request a single-value container.
    func encodeNested(to encoder: any Encoder) throws { try PlacedValues.present(wrappedValue)?.encode(to: encoder) }
}
