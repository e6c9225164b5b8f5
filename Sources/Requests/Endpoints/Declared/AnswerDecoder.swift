/// Decodes a declared answer: wrapped properties from where they are, plain ones from the body.
struct AnswerDecoder: Decoder {
    let source: AnswerSource
    /// What decodes the body; `nil` where there is nothing to decode.
    let body: (any Decoder)?

    var codingPath: [any CodingKey] { body?.codingPath ?? [] }

    var userInfo: [CodingUserInfoKey: Any] { body?.userInfo ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(AnswerContainer<Key>(source: source, body: source.isFailure ? nil : body))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try needed().unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try needed().singleValueContainer()
    }

    private func needed() throws -> any Decoder {
        guard !source.isFailure, let body else { throw source.missingBody(for: "the answer") }
        return body
    }
}

/// The properties of a declared answer.
final class AnswerContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let source: AnswerSource
    private let body: (any Decoder)?
    private var plain: KeyedDecodingContainer<Key>?

    init(source: AnswerSource, body: (any Decoder)?) {
        self.source = source
        self.body = body
    }

    var codingPath: [any CodingKey] { body?.codingPath ?? [] }

    var allKeys: [Key] {
        do {
            guard let fields = try fields() else { throw source.missingBody(for: "the answer") }
            return fields.allKeys
        } catch {
            source.names.note(error)
            return []
        }
    }

    /// The fields of the body, `nil` where it has none; looked at only when a plain property asks, as it may be no object.
    private func fields() throws -> KeyedDecodingContainer<Key>? {
        if let plain { return plain }
        if let problem = source.bodyProblem, !source.isFailure { throw problem }
        plain = try body?.container(keyedBy: Key.self)
        return plain
    }

    private func fields(for key: Key) throws -> KeyedDecodingContainer<Key> {
        guard let fields = try fields() else { throw source.missingBody(for: key.stringValue) }
        return fields
    }

    private func part<Value>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let part = type as? any AnswerPart.Type else { return nil }
        return try part.init(from: source, body: body, key: key) as? Value
    }

    func contains(_ key: Key) -> Bool {
        do {
            return try fields()?.contains(key) ?? false
        } catch {
            // Of a body that can't be read, reading says what is wrong.
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool { try fields()?.decodeNil(forKey: key) ?? true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let part = try part(type, key) { return part }
        return try plain(key) { try $0.decode(type, forKey: key) }
    }

    // The most frequent types, which are no wrappers: what is generic costs more than all the rest.

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try plain(key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try plain(key) { try $0.decode(type, forKey: key) } }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try plain(key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try plain(key) { try $0.decode(type, forKey: key) }
    }

    private func plain<Value>(_ key: Key, _ read: (KeyedDecodingContainer<Key>) throws -> Value) throws -> Value {
        let fields = try fields(for: key)
        if !fields.contains(key) { source.noteMissing() }
        return try read(fields)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try part(type, key) ?? fields()?.decodeIfPresent(type, forKey: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try fields(for: key).nestedContainer(keyedBy: type, forKey: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try fields(for: key).nestedUnkeyedContainer(forKey: key)
    }

    func superDecoder() throws -> any Decoder {
        guard let fields = try fields() else { throw source.missingBody(for: "super") }
        return try fields.superDecoder()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try fields(for: key).superDecoder(forKey: key) }
}
