import Requests

/// Reads the properties of a declared value from their places in a message: the inverse of ``PlacementWriter``.
struct PlacementDecoder: Decoder {
    let source: any MessageSource
    /// The decoder of the body; `nil` if the body is empty or unreadable.
    let body: (any Decoder)?
    /// Indicates whether a group is being read.
    var isInGroup = false

    var codingPath: [any CodingKey] { body?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { body?.userInfo ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlacementKeyedDecodingContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try neededBody().unkeyedContainer() }

    // An input without properties fills the only placeholder, or is the whole body.
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard let name = source.scheme.onlyPlaceholder, let text = source.pathTexts[name] else {
            return try neededBody().singleValueContainer()
        }
        return TextParameter(text, WireKey(name), coding: source.coding).decoder
    }

    /// Reads a declared value; its properties may have checks.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let checks = source.checkedTypes?.checks(of: type) else { return try Value(from: self) }
        let rules = DecodingRules(format: PlacementFormat(decoder: self))
        return try Value(from: WrappedDecoder(base: self, rules: rules, checks: checks))
    }

    private func neededBody() throws -> any Decoder {
        if let body { return body }
        throw source.unreadableBody ?? source.missingBody()
    }
}
