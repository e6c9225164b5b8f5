import Requests

/// Takes the properties of a value to their places in a message: the inverse of ``PlacementDecoder``.
///
/// It collects whole bodies and properties with a single text (path, header fields, cookies, status), and writes the properties
/// of the query. In another pass, it takes only the properties of the body to the encoder of a format: see ``BodyFields``.
///
/// It is a class because each container and each nested value would copy a struct. It keeps what it collects in a struct, since
/// the runtime tracks each access to a property of a class.
final class PlacementEncoder: Encoder {
    /// The values that were collected.
    // The runtime would track each access, which costs 4 % of the row `endpoint` of the instructions.
    @exclusivity(unchecked) var values = PlacedValues()

    /// Indicates whether properties are members of a group.
    var isInGroup = false

    let scheme: PlacementScheme
    let coding: Coding

    /// The encoder of the body; `nil` in the pass that collects the other properties.
    private let body: (any Encoder)?
    private let isOfBody: Bool

    /// Receives the place of each property, for a check.
    let observe: ((_ key: String, _ place: MessagePlace) -> Void)?

    /// The encoder of the query; `nil` until a property is in the query.
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

    // Inlined, its types would be looked up for a container of the other kind, too.
    @inline(never)
    private func bodyContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let base = (body ?? DiscardingEncoder()).container(keyedBy: type)
        return KeyedEncodingContainer(BodyFieldKeyedEncodingContainer(encoder: self, base: base))
    }

    // A value without properties is a whole body, or fills the only placeholder.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { (body ?? DiscardingEncoder()).unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { body?.singleValueContainer() ?? self }

    /// The place of properties that the path does not name.
    var otherPlace: MessagePlace { scheme.others }

    /// Returns the place of a property by convention.
    func place(of key: String, _ type: Any.Type? = nil) -> MessagePlace {
        scheme.place(of: key, isInGroup ? nil : type, coding: coding)
    }

    /// The encoder of the query, made when it is needed: an output has no query, and many inputs have none.
    var query: KeyValueEncoder {
        if let pairs { return pairs }
        let pairs = KeyValueEncoder(coding: coding, use: .readQuery)
        self.pairs = pairs
        return pairs
    }

    /// Writes the members of a group, each to its own place.
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
        let encoder = PlacementEncoder(scheme: scheme, coding: coding, observe: observe)
        encoder.encodeMessage(value)
        // Swapped, because the end of the encoder would destroy a copy.
        var values = PlacedValues()
        swap(&values, &encoder.values)
        return values
    }

    private func encodeMessage<Value: Encodable>(_ value: Value) {
        if TextParameter.isScalar(Value.self) || scheme.isWhole(value) {
            // It has no properties, whatever its code for coders says.
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

/// The container for a value that is written as another one, such as an identifier with a separate type.
extension PlacementEncoder: SingleValueEncodingContainer {
    func encodeNil() {}

    func encode<Value: Encodable>(_ value: Value) throws {
        if !isUnnested(Value.self), !scheme.isWhole(value) { try value.encode(to: self) }
    }

    // The default implementations of these throw.
    func encode(_ value: Int128) {}
    func encode(_ value: UInt128) {}
}

/// A group of values, each with its own place.
protocol PlacedGroup {
    func encodeNested(to encoder: any Encoder) throws
}

extension ValueWrapper: PlacedGroup where Value: Encodable {
    // An optional would ask for a single-value container.
    func encodeNested(to encoder: any Encoder) throws { try PlacedValues.present(wrappedValue)?.encode(to: encoder) }
}
