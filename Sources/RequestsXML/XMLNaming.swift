#if XML
import RequestsCore
import XMLCoder

/// The names of properties in a document.
final class XMLNaming {
    private let style: Coding.KeyStyle
    /// Indicates whether XMLCoder converts names, as it must for a choice, which it finds by the property's name.
    private var converts = false

    init(_ style: Coding.KeyStyle) { self.style = style }

    /// A key that shows whether a decoder's key strategy is the one that this object has set.
    private struct Mark: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        var isMarked: Bool { stringValue == "marked" }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Sets the key strategy of a decoder, which the caller may change afterwards.
    func prepare(_ decoder: XMLDecoder) {
        guard style.changesNames else { return }
        decoder.keyDecodingStrategy = .custom { [self] path in
            guard let key = path.last, !(key is Mark) else { return Mark(stringValue: "marked") }
            return WireKey(
                converts && !key.stringValue.isEmpty ? style.propertyName(of: key.stringValue) : key.stringValue)
        }
    }

    /// Returns the rules by which a decoder reads values; `nil` if the decoder needs no rules.
    func rules(of decoder: XMLDecoder, checking types: (any CheckedTypes)?) -> DecodingRules? {
        var names: WireNames?
        if case .custom(let convert) = decoder.keyDecodingStrategy,
            (convert([Mark(stringValue: "")]) as? Mark)?.isMarked == true
        {
            names = WireNames(style)
        }
        guard names != nil || types != nil else { return nil }
        if case .custom(let nodes) = decoder.nodeDecodingStrategy {
            decoder.nodeDecodingStrategy = .custom { type, decoder in
                let find = nodes((type as? any XMLStandIn.Type)?.representedType ?? type, decoder)
                return { find($0.ofProperty) }
            }
        }
        return DecodingRules(names: names, checking: types, format: XMLFormat(naming: self))
    }

    /// Opens a container in which XMLCoder converts names.
    fileprivate func converting<Value>(_ open: () throws -> Value) rethrows -> Value {
        converts = true
        defer { converts = false }
        return try open()
    }
}

extension Coding.KeyStyle {
    /// The style in which a property without a prefix in its name is read from an element of any namespace (Namespaces
    /// in XML 1.0, section 4), unless there is an element without a prefix.
    var ignoringPrefixes: Coding.KeyStyle {
        .custom(encode: wireName) { name in
            guard let colon = name.firstIndex(of: ":"), !name.hasPrefix("xmlns:") else { return propertyName(of: name) }
            return propertyName(of: String(name[name.index(after: colon)...]))
        }
    }
}

/// Reads values by rules with XMLCoder, which treats many types specially.
private struct XMLFormat: DecodingFormat {
    let naming: XMLNaming

    // A type decides by its keys which properties are attributes.
    var keepsKeys: Bool { true }

    func isWhole(_ type: Any.Type) -> Bool { type is any XMLWrapper.Type }

    func readNested<Value: Decodable>(
        _ type: Value.Type, from slot: inout some DecodingSlot, by rules: DecodingRules
    ) throws -> Value {
        try slot.decode(XMLRuled<Value>.self).value
    }

    func decoder<Value: Decodable>(of type: Value.Type, in slot: inout some DecodingSlot) throws -> (any Decoder)? {
        // A list's decoder would contain only the list's first element.
        nil
    }

    func ownContainer<Key: CodingKey>(
        of decoder: any Decoder, keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<WireKey>? {
        guard type is any XMLChoiceCodingKey.Type else { return nil }
        let base = try naming.converting { try decoder.container(keyedBy: type) }
        return KeyedDecodingContainer(XMLChoiceDecodingContainer(base: base))
    }
}

extension CodingKey {
    /// The key of the property, by which the type decides whether the property is an attribute.
    var ofProperty: any CodingKey { (self as? WireKey)?.original ?? self }
}

/// A value that is decoded in place of a value of a different type.
protocol XMLStandIn {
    static var representedType: any Decodable.Type { get }
}

/// A value that is decoded by rules.
private struct XMLRuled<Value: Decodable>: Decodable, XMLStandIn {
    let value: Value

    static var representedType: any Decodable.Type { Value.self }

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let rules = XMLReadingContext(of: decoder)?.rules
        value = try rules?.value(Value.self, of: decoder) ?? Value(from: decoder)
    }
}

extension XMLRuled: DynamicNodeDecoding where Value: DynamicNodeDecoding {
    static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding {
        Value.nodeDecoding(for: key.ofProperty)
    }
}

extension XMLRuled: XMLDecodableSequence where Value: XMLDecodableSequence {
    init() { self.init(Value()) }
}

/// The container of a choice; XMLCoder recognizes a choice by the type of its keys.
private struct XMLChoiceDecodingContainer<Choice: CodingKey>: KeyedDecodingContainerProtocol {
    typealias Key = WireKey

    let base: KeyedDecodingContainer<Choice>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [WireKey] { base.allKeys.map { WireKey($0.stringValue) } }

    private func choice(_ key: WireKey) throws -> Choice {
        if let choice = key.original as? Choice ?? Choice(stringValue: key.stringValue) { return choice }
        let problem = "no case of \(Choice.self) has the name \(key.stringValue.escapedForDisplay)"
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: problem))
    }

    func contains(_ key: WireKey) -> Bool { (try? choice(key)).map(base.contains) ?? false }
    func decodeNil(forKey key: WireKey) throws -> Bool { try base.decodeNil(forKey: choice(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: WireKey) throws -> Value {
        try base.decode(type, forKey: choice(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: WireKey
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try base.nestedContainer(keyedBy: type, forKey: choice(key))
    }

    func nestedUnkeyedContainer(forKey key: WireKey) throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer(forKey: choice(key))
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }

    func superDecoder(forKey key: WireKey) throws -> any Decoder { try base.superDecoder(forKey: choice(key)) }
}
#endif
