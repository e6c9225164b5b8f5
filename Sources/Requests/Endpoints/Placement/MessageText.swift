import Foundation

/// Reads a value from the one text that stands for it: a placeholder's, a field's, a cookie's.
enum MessageText {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - lines: The text; the lines of a field that came several times.
    ///   - key: The property, for an error's path.
    ///   - coding: The styles.
    /// - Returns: The value.
    /// - Throws: A `DecodingError` with the key.
    static func value<Value: Decodable>(
        _ type: Value.Type, from lines: [String], _ key: any CodingKey, coding: Coding
    ) throws -> Value {
        if lines.count == 1, let value = frequentValue(type, from: lines[0]) { return value }
        if let wrapped = (type as? any OptionalType.Type)?.wrappedType as? any Decodable.Type {
            guard let value = try any(wrapped, from: lines, key, coding: coding) as? Value else {
                throw mismatch(type, key)
            }
            return value
        }
        let decoder = MessageTextDecoder(lines: lines, key: key, coding: coding)
        if isScalar(type) { return try decoder.scalar().value(type) }
        return try Value(from: decoder)
    }

    /// A value of the most frequent types, which takes no decoder; `nil` where it is another, or no such value.
    static func frequentValue<Value>(_ type: Value.Type, from text: String) -> Value? {
        if type == String.self { return exactly(text, type) }
        if type == String?.self { return exactly(String?.some(text), type) }
        if type == Int.self { return Int(text).flatMap { exactly($0, type) } }
        return nil
    }

    private static func any(
        _ type: any Decodable.Type, from lines: [String], _ key: any CodingKey, coding: Coding
    ) throws -> any Decodable {
        try value(type, from: lines, key, coding: coding)
    }

    /// Whether Foundation would decode the type in another way than the coding says.
    static func isScalar(_ type: Any.Type) -> Bool {
        type == String.self || type == Date.self || type == Data.self || type == URL.self || type == UUID.self
            || type == Decimal.self
    }

    static func mismatch(_ type: Any.Type, _ key: any CodingKey) -> DecodingError {
        KeyValueProblem.mismatch(type).decodingError(at: [key])
    }
}

/// The decoder of a type of its own: a text, or a list of them.
struct MessageTextDecoder: Decoder {
    let lines: [String]
    let key: any CodingKey
    let coding: Coding

    var codingPath: [any CodingKey] { [key] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw MessageText.mismatch([String: Any].self, key)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        var elements: [String] = []
        for line in lines {
            var rest = Array(line.utf8)[...]
            repeat {
                let element = String(decoding: ListElement.take(from: &rest), as: UTF8.self)
                elements.append(element.trimmingCharacters(in: .whitespaces))
            } while rest.popFirst() != nil
        }
        return try decoder(of: elements.filter { !$0.isEmpty }).unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try scalar().singleValueContainer()
    }

    func scalar() throws -> KeyValueElementDecoder {
        try decoder(of: [lines.joined(separator: ", ")])
    }

    private func decoder(of texts: [String]) throws -> KeyValueElementDecoder {
        let tree = KeyValueTree(coding: coding)
        for text in texts { try tree.add([], value: text.utf8, isFlag: false) }
        let source = KeyValueSource(tree, node: KeyValueTree.root).child(named: "")
        return KeyValueElementDecoder(
            source: source ?? KeyValueSource(tree, node: KeyValueTree.root), codingPath: codingPath)
    }
}
