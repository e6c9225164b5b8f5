/// A decoder that wraps a base decoder, and reads the base decoder's values by rules.
///
/// The decoder is also the container of a single value.
package struct WrappedDecoder: Decoder, SingleValueDecodingContainer {
    let base: any Decoder
    let rules: DecodingRules
    /// The checks of the properties of the value.
    var checks: (any PropertyChecks)?

    package init(base: any Decoder, rules: DecodingRules, checks: (any PropertyChecks)? = nil) {
        self.base = base
        self.rules = rules
        self.checks = checks
    }

    package var codingPath: [any CodingKey] { base.codingPath }
    package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try rules.container(of: base, keyedBy: type, checks)
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        WrappedUnkeyedDecodingContainer(base: try base.unkeyedContainer(), rules: rules)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    package func decodeNil() -> Bool { (try? base.singleValueContainer().decodeNil()) ?? false }

    private func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        var slot = WholeSlot(whole: base)
        return try rules.read(type, from: &slot)
    }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }

    // The default implementations of these functions throw an error.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    package func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    package func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }
}

/// One value of a base decoder: the value of a key, the next element, or the whole value.
package protocol DecodingSlot {
    var path: [any CodingKey] { get }

    /// Indicates whether there is a value; `null` is also a value.
    var isPresent: Bool { get }

    /// Decodes the value with the base decoder.
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value

    /// Makes a decoder for only this value.
    mutating func decoder() throws -> any Decoder
}

struct KeyedSlot: DecodingSlot {
    let container: KeyedDecodingContainer<WireKey>
    let key: WireKey

    var path: [any CodingKey] { container.codingPath + [key] }
    var isPresent: Bool { container.contains(key) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type, forKey: key) }
    func decoder() throws -> any Decoder { try container.superDecoder(forKey: key) }
}

struct ElementSlot: DecodingSlot {
    var container: any UnkeyedDecodingContainer

    var path: [any CodingKey] {
        let index = container.currentIndex
        return container.codingPath + [WireKey("Index \(index)", intValue: index)]
    }
    var isPresent: Bool { !container.isAtEnd }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type) }
    mutating func decoder() throws -> any Decoder { try container.superDecoder() }
}

private struct WholeSlot: DecodingSlot {
    let whole: any Decoder

    var path: [any CodingKey] { whole.codingPath }
    var isPresent: Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try whole.singleValueContainer().decode(type)
    }
    func decoder() throws -> any Decoder { whole }
}
