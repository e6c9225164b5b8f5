#if XML
import Requests

/// Checks the properties of a value.
struct XMLCheckKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let check: XMLCheck

    var codingPath: [any CodingKey] { check.codingPath }

    private func enter(_ key: any CodingKey) throws(XMLIssue) {
        check.node.count += 1
        // The empty key is XMLCoder's name for an element's text.
        if key.stringValue.isEmpty, !check.node.isDictionary { return }
        guard XMLCheck.isName(check.keys.wireName(of: key.stringValue)) else {
            throw XMLIssue("has a name that XML can't have: \(key.stringValue.escapedForDisplay)", check.codingPath)
        }
    }

    func encodeNil(forKey key: Key) throws {
        throw XMLCheck.null(at: check.codingPath + [key])
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try visit(value, key, isOptional: Value.self is any OptionalType.Type)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try visit(value, key, isOptional: true) }
    }

    private func visit<Value: Encodable>(_ value: Value, _ key: Key, isOptional: Bool) throws {
        try enter(key)
        let path = check.codingPath + [key]
        let node = try check.check(value, at: path)
        switch node.shape {
        case .null: if !(value is any XMLAttribute) { throw XMLCheck.null(at: path) }
        case .array:
            if node.isDictionary, node.count > 0 { throw XMLCheck.dictionary(at: path) }
            if node.count == 0, isOptional || node.isDictionary || check.node.isDictionary {
                throw XMLCheck.empty(at: path)
            }
        case .object: if node.isDictionary, node.count == 0 { throw XMLCheck.empty(at: path) }
        case .scalar: break
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(WireKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: any CodingKey) -> XMLCheck {
        do throws(XMLIssue) {
            try enter(key)
            return check.nested(key)
        } catch {
            return check.nested(key, error)
        }
    }
}

/// Checks the elements of an array.
struct XMLCheckUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let check: XMLCheck

    var codingPath: [any CodingKey] { check.codingPath }
    var count: Int { check.node.count }

    private func enter() -> any CodingKey {
        defer { check.node.count += 1 }
        return WireKey(String(check.node.count))
    }

    func encodeNil() throws {
        throw XMLCheck.null(at: check.codingPath + [enter()])
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        let path = check.codingPath + [enter()]
        let node = try check.check(value, at: path)
        if node.shape == .null { throw XMLCheck.null(at: path) }
        if node.isDictionary, node.shape == .array, node.count > 0 { throw XMLCheck.dictionary(at: path) }
        if node.count == 0, node.shape == .array || node.isDictionary { throw XMLCheck.empty(at: path) }
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        check.nested(enter()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { check.nested(enter()).unkeyedContainer() }

    func superEncoder() -> any Encoder { check.nested(enter()) }
}

/// Checks a value that is encoded as another value.
struct XMLCheckSingleValueEncodingContainer: SingleValueEncodingContainer {
    let check: XMLCheck

    var codingPath: [any CodingKey] { check.codingPath }

    func encodeNil() throws { check.node.shape = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        let node = try check.check(value, at: check.codingPath)
        check.node.shape = node.shape
        check.node.count = node.count
        if node.isDictionary, node.count == 0 { throw XMLCheck.empty(at: check.codingPath) }
    }
}
#endif
