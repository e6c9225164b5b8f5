import Foundation

/// Remembers the place of the first error while decoding.
final class DecodingTrail {
    private(set) var path: [any CodingKey] = []
    private(set) var type: Any.Type?

    /// Indicates whether a text contains a NUL, at which Foundation would end it.
    private(set) var hasCutText = false

    /// Notes a text that Foundation would end at a NUL.
    func noteCutText() { hasCutText = true }

    /// Reads a value, and remembers its place if that fails.
    func reading<Value>(
        _ type: Any.Type, _ path: @autoclosure () -> [any CodingKey], _ read: () throws -> Value
    ) throws -> Value {
        do {
            return try read()
        } catch {
            if self.type == nil {
                self.type = type
                self.path = path()
            }
            throw error
        }
    }
}

/// Decodes like another decoder, and remembers the place of the first error.
struct TracingDecoder: Decoder {
    let base: any Decoder
    let trail: DecodingTrail

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TracingKeyedDecodingContainer(base: try base.container(keyedBy: type), trail: trail))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TracingUnkeyedDecodingContainer(base: try base.unkeyedContainer(), trail: trail)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TracingSingleValueDecodingContainer(base: try base.singleValueContainer(), decoder: self)
    }

    /// Reads a value by its type; reads the text of a UUID to its end.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type is UUID.Type, !ScalarText.isWhole(try base.singleValueContainer().decode(String.self)) {
            trail.noteCutText()
            throw KeyValueDecodingError.mismatch(UUID.self).decodingError(at: codingPath)
        }
        return try Value(from: self)
    }

    /// Reads a value of a type that is not known at compile time.
    func any(_ type: any Decodable.Type) throws -> Any { try value(type) }

    /// Returns whether the other decoder treats values of a type specially, or whether they contain no other values.
    static func isWhole(_ type: Any.Type) -> Bool {
        isNumber(type) || type is Date.Type || type is Data.Type || type is URL.Type || type is String.Type
            || type is Bool.Type
    }

    static func isNumber(_ type: Any.Type) -> Bool {
        type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type is Decimal.Type
    }
}

private struct TracingKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let trail: DecodingTrail

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }
    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try trail.reading(type, codingPath + [key]) {
            if TracingDecoder.isWhole(type) { return try base.decode(type, forKey: key) }
            return try TracingDecoder(base: base.superDecoder(forKey: key), trail: trail).value(type)
        }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            TracingKeyedDecodingContainer<NestedKey>(
                base: try base.nestedContainer(keyedBy: type, forKey: key), trail: trail))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        TracingUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer(forKey: key), trail: trail)
    }

    func superDecoder() throws -> any Decoder { TracingDecoder(base: try base.superDecoder(), trail: trail) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        TracingDecoder(base: try base.superDecoder(forKey: key), trail: trail)
    }
}

private struct TracingUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let trail: DecodingTrail

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }
    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let index = currentIndex
        return try trail.reading(type, base.codingPath + [WireKey("Index \(index)", intValue: index)]) {
            if TracingDecoder.isWhole(type) { return try base.decode(type) }
            return try TracingDecoder(base: base.superDecoder(), trail: trail).value(type)
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            TracingKeyedDecodingContainer(base: try base.nestedContainer(keyedBy: type), trail: trail))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TracingUnkeyedDecodingContainer(base: try base.nestedUnkeyedContainer(), trail: trail)
    }

    mutating func superDecoder() throws -> any Decoder { TracingDecoder(base: try base.superDecoder(), trail: trail) }
}

private struct TracingSingleValueDecodingContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: TracingDecoder

    var codingPath: [any CodingKey] { base.codingPath }
    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.trail.reading(type, codingPath) {
            if TracingDecoder.isWhole(type) { return try base.decode(type) }
            return try decoder.value(type)
        }
    }
}
