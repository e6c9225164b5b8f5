import Requests

/// Finds the case of an enum and its associated value, as the code that the compiler makes for an enum encodes them.
final class AlternativeEncoder: Encoder {
    private(set) var status: HTTPStatus?
    /// The associated value; `nil` for a case without one.
    private(set) var payload: (any Encodable)?
    private var issue: AlternativeIssue?
    private var name = ""

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private init() {}

    /// Returns the status of an enum's case, and its associated value.
    static func alternative(of value: some Encodable) throws -> (status: HTTPStatus, payload: (any Encodable)?) {
        let encoder = AlternativeEncoder()
        try value.encode(to: encoder)
        if let issue = encoder.issue { throw issue }
        guard let status = encoder.status else { throw AlternativeIssue.notAnEnum }
        return (status, encoder.payload)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(AlternativeEncodingContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        issue = .notAnEnum
        return DiscardingEncoder()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        issue = .notAnEnum
        return DiscardingEncoder()
    }

    fileprivate func open(_ key: some CodingKey) {
        name = key.stringValue
        status = AlternativeKey.status(of: key)
        if status == nil { issue = .noStatus(name) }
    }

    fileprivate func add(_ value: any Encodable) {
        if status == nil, issue == nil { issue = .notAnEnum }
        if payload != nil { issue = .severalValues(name) }
        payload = value
    }

    fileprivate func refuse() { issue = .notAnEnum }
}

/// The container of an enum's cases, or of the associated values of one case.
private struct AlternativeEncodingContainer<Key: CodingKey>: OptionalEncodingContainer {
    let encoder: AlternativeEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.add(JSONValue.null) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { encoder.add(value) }
    // The default implementations of these throw.
    func encode(_ value: Int128, forKey key: Key) { encoder.add(value) }
    func encode(_ value: UInt128, forKey key: Key) { encoder.add(value) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) { encoder.add(value) }
    func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) { encoder.add(value) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.open(key)
        return KeyedEncodingContainer(AlternativeEncodingContainer<NestedKey>(encoder: encoder))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.refuse()
        return DiscardingEncoder()
    }

    func superEncoder() -> any Encoder {
        encoder.refuse()
        return DiscardingEncoder()
    }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}
