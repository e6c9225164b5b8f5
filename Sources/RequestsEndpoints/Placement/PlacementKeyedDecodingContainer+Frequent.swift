import Requests

/// Reads the most frequent types, with a separate function for each place.
///
/// Without these functions, the workload `loopback` of the benchmarks needs 14 % more instructions. The default
/// implementations of `decodeIfPresent` look up the key three times. `Double` is not included, because it can be the
/// type of a requirement.
extension PlacementKeyedDecodingContainer {
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try required(
            type, key, inQuery: { try $0.string() }, inText: { try $0.value(type) },
            inBody: { try $0.container.decode(type, forKey: key) })
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(
            type, key, inQuery: { $0.isNil ? nil : try $0.string() }, inText: { try $0.value(type) },
            inBody: { try $0.container.decodeIfPresent(type, forKey: key) }, missing: nil)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try required(
            type, key, inQuery: { try $0.integer() }, inText: { try $0.value(type) },
            inBody: { try $0.container.decode(type, forKey: key) })
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(
            type, key, inQuery: { $0.isNil ? nil : try $0.integer() }, inText: { try $0.value(type) },
            inBody: { try $0.container.decodeIfPresent(type, forKey: key) }, missing: nil)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try required(
            type, key, inQuery: { try $0.bool() }, inText: { try $0.value(type) },
            inBody: { try $0.container.decode(type, forKey: key) })
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(
            type, key, inQuery: { $0.isNil ? nil : try $0.bool() }, inText: { try $0.value(type) },
            inBody: { try $0.container.decodeIfPresent(type, forKey: key) }, missing: nil)
    }

    private func required<Value>(
        _ type: Any.Type, _ key: Key, inQuery: (KeyValueSource) throws -> Value,
        inText: (TextParameter) throws -> Value,
        inBody: (BodyFields) throws -> Value
    ) throws -> Value {
        let place = place(of: key)
        return try reading(place, key, type) {
            switch place {
            case .query:
                guard let value = try queryValue(key) else { throw missingQueryItem(key) }
                return try inQuery(value)
            case .bodyField: return try field(key, inBody)
            default:
                guard let text = source.text(of: place, key) else { throw source.missing(place, key) }
                return try inText(text)
            }
        }
    }

    private func missingQueryItem(_ key: Key) -> DecodingError {
        let name = source.coding.keys.wireName(of: key.stringValue)
        return .keyNotFound(key, .init(codingPath: [], debugDescription: "there is no `\(name)`"))
    }

    /// Reads a value that may be missing.
    ///
    /// The function is generic over the optional type, so that the runtime doesn't look up a second type.
    private func optional<Value>(
        _ type: Any.Type, _ key: Key, inQuery: (KeyValueSource) throws -> Value,
        inText: (TextParameter) throws -> Value,
        inBody: (BodyFields) throws -> Value, missing: Value
    ) throws -> Value {
        let place = place(of: key)
        return try reading(place, key, type) {
            switch place {
            case .query: if let value = try queryValue(key) { return try inQuery(value) }
            case .bodyField: if let fields = try fields() { return try inBody(fields) }
            default: if let text = source.text(of: place, key) { return try inText(text) }
            }
            return missing
        }
    }
}
