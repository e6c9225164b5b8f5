import Requests

/// Decodes the case of a status for the `init(from:)` that the compiler generates for an enum.
///
/// The generated code requests the keys of the cases, then a container for the associated values of the case that it
/// finds.
struct AlternativeDecoder: Decoder {
    let status: HTTPStatus
    let payload: any AlternativePayload

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(AlternativeContainer(decoder: self, key: AlternativeKey.key(of: status, type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw AlternativeIssue.notAnEnum }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw AlternativeIssue.notAnEnum }
}

/// The associated value of a case.
package protocol AlternativePayload {
    /// Indicates whether the value is missing, or is JSON's `null`.
    var isNull: Bool { get }

    /// Returns the value; for an optional type, `isOptional` is `true` and `type` is the wrapped type.
    func value<Value: Decodable>(_ type: Value.Type, isOptional: Bool) throws -> Value?
}

extension StatusAlternatives {
    /// Decodes the case of a status.
    package init(status: HTTPStatus, payload: some AlternativePayload) throws {
        try self.init(from: AlternativeDecoder(status: status, payload: payload))
    }
}

/// The container of an enum's cases, or of the associated values of one case.
private struct AlternativeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: AlternativeDecoder
    /// The key of the case; `nil` if the enum has no case for the status, and in a container of associated values.
    var key: Key?
    /// Indicates whether this is the container of associated values.
    var hasValues = false

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { key.map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    // Only the default `decodeIfPresent` of numbers and booleans calls this function.
    func decodeNil(forKey key: Key) throws -> Bool { decoder.payload.isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(type) }
    // The default implementations of the next two functions throw.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type) }

    private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard hasValues, let value = try decoder.payload.value(type, isOptional: false) else {
            throw AlternativeIssue.notAnEnum
        }
        return value
    }

    // The default implementation would call `decodeNil`, which would treat the text `null` as `nil`.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decoder.payload.value(type, isOptional: true)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decoder.payload.value(type, isOptional: true)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(AlternativeContainer<NestedKey>(decoder: decoder, hasValues: true))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw AlternativeIssue.notAnEnum
    }
    func superDecoder() throws -> any Decoder { throw AlternativeIssue.notAnEnum }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw AlternativeIssue.notAnEnum }
}

/// The reason why a type can't be an output with a case for each status.
enum AlternativeIssue: Error, CustomStringConvertible {
    case notAnEnum
    case noStatus(String)
    case severalValues(String)

    var description: String {
        switch self {
        case .notAnEnum: "the output must be an enum with a synthesized conformance to Codable"
        case .noStatus(let name): "the output's case `\(name)` must have the name of a status from 200 to 299"
        case .severalValues(let name):
            "the output's case `\(name)` has several associated values: combine the values in one type"
        }
    }
}
