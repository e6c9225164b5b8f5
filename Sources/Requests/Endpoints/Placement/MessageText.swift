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
        if let optional = type as? any OptionalDecodable.Type {
            let value = try optional.decode { try self.any($0, from: lines, key, coding: coding) }
            guard let value = value as? Value else { throw mismatch(type, key) }
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

/// An optional, which is read as what it wraps where there is something.
protocol OptionalDecodable {
    /// What it wraps.
    static var wrapped: any Decodable.Type { get }

    static func decode(_ read: (any Decodable.Type) throws -> any Decodable) throws -> Any
}

extension Optional: OptionalDecodable where Wrapped: Decodable {
    static var wrapped: any Decodable.Type { Wrapped.self }

    static func decode(_ read: (any Decodable.Type) throws -> any Decodable) throws -> Any {
        let value = try read(Wrapped.self) as? Wrapped
        return value as Any
    }
}
