import Foundation

/// An encoder that wraps another encoder, and writes integers of 64 bits and more as strings.
///
/// It is also the container of a single value.
struct IntegerTextEncoder: Encoder, SingleValueEncodingContainer {
    let base: any Encoder

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(IntegerTextKeyedEncodingContainer(base: base.container(keyedBy: type)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        IntegerTextUnkeyedEncodingContainer(base: base.unkeyedContainer())
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws {
        var container = base.singleValueContainer()
        try container.encodeNil()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try base.encode(single: IntegerTextWriting(value: value).content)
    }

    // The default implementations of these throw.
    func encode(_ value: Int128) throws { try base.encode(single: String(value)) }
    func encode(_ value: UInt128) throws { try base.encode(single: String(value)) }
}

/// A value that an ``IntegerTextEncoder`` encodes.
struct IntegerTextWriting<Value: Encodable>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws {
        if let text {
            try encoder.encode(single: text)
        } else if Self.isWhole {
            try encoder.encode(single: value)
        } else {
            try value.encode(to: IntegerTextEncoder(base: encoder))
        }
    }

    /// The value to pass to the wrapped encoder: the string of a wide integer, the value if it is whole, or else this one.
    var content: any Encodable {
        if let text { return text }
        return Self.isWhole ? value : self
    }

    /// The string of a wide integer; `nil` for any other value.
    private var text: String? {
        if let integer = value.exactly(Int64.self) { return String(integer) }
        if let integer = value.exactly(UInt64.self) { return String(integer) }
        if let integer = value.exactly(Int128.self) { return String(integer) }
        return value.exactly(UInt128.self).map { String($0) }
    }

    /// Indicates whether the wrapped encoder writes the value, because it contains no wide integers or is treated specially.
    private static var isWhole: Bool { isPlain(Value.self) }
}
