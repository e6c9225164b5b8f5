/// The properties of a value.
struct WrappedKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    // With a generic key type, the runtime would look up that type for each property.
    let base: KeyedDecodingContainer<WireKey>
    let rules: DecodingRules
    /// The names of the properties in the base container; `nil` if the names of the keys are used.
    let names: FoundNames?
    let checks: (any PropertyChecks)?

    var codingPath: [any CodingKey] { base.codingPath }

    var allKeys: [Key] {
        if let names { return names.properties() }
        return base.allKeys.compactMap { key in
            key.intValue.flatMap(Key.init(intValue:)) ?? Key(stringValue: key.stringValue)
        }
    }

    /// Returns the key in the base container.
    private func baseKey(_ key: Key) -> WireKey {
        guard rules.keepsKeys else { return names?.key(of: key.stringValue) ?? WireKey(property: key) }
        // The empty name is that of an element's text in XML.
        guard let names, !key.stringValue.isEmpty else {
            return WireKey(key.stringValue, of: key, isProperty: true)
        }
        return WireKey(names.key(of: key.stringValue).stringValue, of: key, isProperty: false)
    }

    func contains(_ key: Key) -> Bool { base.contains(baseKey(key)) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: baseKey(key)) }

    private func read<Value: Decodable>(_ type: Value.Type, _ key: WireKey, of property: Key) throws -> Value {
        var slot = KeyedSlot(container: base, key: key)
        guard let check = checks?[property.stringValue] else { return try rules.read(type, from: &slot) }
        return try rules.checking(check, property, &slot) { try rules.read(type, from: &$0) }
    }

    private func readIfPresent<Value: Decodable>(
        _ type: Value.Type, _ key: WireKey, of property: Key
    ) throws -> Value? {
        guard base.contains(key), try !base.decodeNil(forKey: key) else { return nil }
        return try read(type, key, of: property)
    }

    /// Reads a scalar, with the base container's function if no rule applies.
    private func scalar<Value: Decodable>(
        _ key: Key, _ read: (KeyedDecodingContainer<WireKey>, WireKey) throws -> Value
    ) throws -> Value {
        guard checks == nil, rules.leavesScalars else { return try self.read(Value.self, baseKey(key), of: key) }
        guard let names, !rules.keepsKeys else { return try read(base, baseKey(key)) }
        return try names.value(of: key.stringValue, read)
    }

    /// Reads a scalar that may be missing, with the base container's function if no rule applies.
    private func optional<Value: Decodable>(
        _ key: Key, _ read: (KeyedDecodingContainer<WireKey>, WireKey) throws -> Value?
    ) throws -> Value? {
        guard checks == nil, rules.leavesScalars else { return try readIfPresent(Value.self, baseKey(key), of: key) }
        guard let names, !rules.keepsKeys else { return try read(base, baseKey(key)) }
        return try names.valueIfPresent(of: key.stringValue, read)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if isScalar(type) { return try scalar(key) { try $0.decode(type, forKey: $1) } }
        return try read(type, baseKey(key), of: key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if isScalar(type) { return try optional(key) { try $0.decodeIfPresent(type, forKey: $1) } }
        let baseKey = baseKey(key)
        return rules.isWhole(type) ? try readWhole(type, baseKey, of: key) : try readIfPresent(type, baseKey, of: key)
    }

    /// Reads a value that may be missing; only the base container can tell whether it is missing.
    private func readWhole<Value: Decodable>(_ type: Value.Type, _ key: WireKey, of property: Key) throws -> Value? {
        var slot = KeyedSlot(container: base, key: key)
        guard let check = checks?[property.stringValue] else { return try base.decodeIfPresent(type, forKey: key) }
        return try rules.checking(check, property, &slot) { try $0.container.decodeIfPresent(type, forKey: $0.key) }
    }

    // The default implementations of these functions throw an error.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(type, baseKey(key), of: key) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(type, baseKey(key), of: key) }

    // Generic functions of the base container would take twice as long.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try scalar(key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try scalar(key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try scalar(key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) { try $0.decode(type, forKey: $1) } }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(key) { try $0.decodeIfPresent(type, forKey: $1) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        rules.wrapped(try base.nestedContainer(keyedBy: WireKey.self, forKey: baseKey(key)), keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        WrappedUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer(forKey: baseKey(key)), rules: rules)
    }

    func superDecoder() throws -> any Decoder { WrappedDecoder(base: try base.superDecoder(), rules: rules) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        WrappedDecoder(base: try base.superDecoder(forKey: baseKey(key)), rules: rules)
    }
}

/// The elements of an array.
struct WrappedUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private var slot: ElementSlot
    private let rules: DecodingRules

    init(base: any UnkeyedDecodingContainer, rules: DecodingRules) {
        slot = ElementSlot(container: base)
        self.rules = rules
    }

    var codingPath: [any CodingKey] { slot.container.codingPath }
    var count: Int? { slot.container.count }
    var isAtEnd: Bool { slot.container.isAtEnd }
    var currentIndex: Int { slot.container.currentIndex }
    mutating func decodeNil() throws -> Bool { try slot.container.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try rules.read(type, from: &slot) }

    // The default implementations of these functions throw an error.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try rules.read(type, from: &slot) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try rules.read(type, from: &slot) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        rules.wrapped(try slot.container.nestedContainer(keyedBy: WireKey.self), keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        WrappedUnkeyedDecodingContainer(base: try slot.container.nestedUnkeyedContainer(), rules: rules)
    }

    mutating func superDecoder() throws -> any Decoder { WrappedDecoder(base: try slot.decoder(), rules: rules) }
}
