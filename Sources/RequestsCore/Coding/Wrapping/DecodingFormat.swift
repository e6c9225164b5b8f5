/// The peculiarities of the format that a base decoder reads.
package protocol DecodingFormat {
    /// Indicates whether the base decoder needs the keys of the properties, besides their names: ``WireKey/original``.
    var keepsKeys: Bool { get }

    /// Returns a container that finds properties by the names of their keys; `nil` for a key type without
    /// peculiarities.
    func ownContainer<Key: CodingKey>(
        of decoder: any Decoder, keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<WireKey>?

    /// Returns whether the base decoder reads a type as a whole, as it reads scalars.
    func isWhole(_ type: Any.Type) -> Bool

    /// Reads a value that contains other values.
    func readNested<Value: Decodable>(
        _ type: Value.Type, from slot: inout some DecodingSlot, by rules: DecodingRules
    ) throws -> Value

    /// Returns a decoder of a property's value, to look at the value before it is decoded; `nil` if there is no value.
    func decoder<Value: Decodable>(of type: Value.Type, in slot: inout some DecodingSlot) throws -> (any Decoder)?

    /// Returns the error to throw for a property that doesn't pass its check.
    func error(_ error: DecodingError, of key: some CodingKey, _ type: Any.Type) -> any Error
}

extension DecodingFormat {
    package var keepsKeys: Bool { false }

    package func ownContainer<Key: CodingKey>(
        of decoder: any Decoder, keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<WireKey>? {
        nil
    }

    package func isWhole(_ type: Any.Type) -> Bool { false }

    package func readNested<Value: Decodable>(
        _ type: Value.Type, from slot: inout some DecodingSlot, by rules: DecodingRules
    ) throws -> Value {
        try rules.value(type, of: slot.decoder())
    }

    package func decoder<Value: Decodable>(
        of type: Value.Type, in slot: inout some DecodingSlot
    ) throws -> (any Decoder)? {
        slot.isPresent ? try slot.decoder() : nil
    }

    package func error(_ error: DecodingError, of key: some CodingKey, _ type: Any.Type) -> any Error { error }
}

/// A format without peculiarities, such as JSON.
struct StandardDecodingFormat: DecodingFormat {}
