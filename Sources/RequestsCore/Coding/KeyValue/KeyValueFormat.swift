/// The format of queries and forms, in which dictionaries are read differently.
struct KeyValueFormat: DecodingFormat {
    func readNested<Value: Decodable>(
        _ type: Value.Type, from slot: inout some DecodingSlot, by rules: DecodingRules
    ) throws -> Value {
        let decoder = try slot.decoder()
        guard let dictionary = type as? any NamedCollection.Type, let pairs = decoder as? KeyValueDecoder,
            let value = try dictionary.init(readingFrom: pairs, by: rules) as? Value
        else { return try rules.value(type, of: decoder) }
        return value
    }
}

extension KeyValueDecoder {
    /// Unwraps a decoder of names and values if necessary; `nil` for any other decoder.
    init?(within decoder: any Decoder) {
        let base = (decoder as? WrappedDecoder)?.base ?? decoder
        guard let base = base as? KeyValueDecoder else { return nil }
        self = base
    }

    package init(_ container: KeyValueKeyedDecodingContainer<some CodingKey>) {
        self.init(container.source, at: container.codingPath)
    }

    /// Returns a decoder that also checks the properties of some types.
    package func checking(_ types: (any CheckedTypes)?) -> any Decoder {
        guard let types else { return self }
        return WrappedDecoder(base: self, rules: DecodingRules(checking: types, format: KeyValueFormat()))
    }
}
