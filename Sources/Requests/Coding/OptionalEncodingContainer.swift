/// A container that encodes all optionals with one function.
///
/// The default implementations of `encodeIfPresent` lose the information that the value is optional. The functions here are
/// inlined, because a call of generic code would take longer than the rest.
package protocol OptionalEncodingContainer: KeyedEncodingContainerProtocol {
    mutating func addOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws
}

extension OptionalEncodingContainer {
    @inline(__always) package mutating func encodeIfPresent(_ it: Bool?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: String?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Double?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Float?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Int?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Int8?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Int16?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Int32?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Int64?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: Int128?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: UInt?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: UInt8?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: UInt16?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: UInt32?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: UInt64?, forKey key: Key) throws {
        try addOptional(it, key)
    }
    @inline(__always) package mutating func encodeIfPresent(_ it: UInt128?, forKey key: Key) throws {
        try addOptional(it, key)
    }
}
