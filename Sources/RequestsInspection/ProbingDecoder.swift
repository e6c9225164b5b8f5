import Requests
import RequestsEndpoints

/// Decodes a type from made-up values, and notes the properties that the type decodes.
///
/// Optionals and arrays directly in the input are filled. Deeper optionals and arrays are empty, so that decoding a
/// recursive type ends.
struct ProbingDecoder: Decoder {
    let probe: InputProbe
    /// The depth of the value; only properties of the outermost value and of its groups are noted.
    var depth = 0
    /// The index of the made-up value to try.
    var variant: Int

    /// The number of groups around the value.
    var groupDepth = 0
    /// Indicates whether the value is in a group that may be missing.
    var isInOptional = false

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        note(.keyed)
        return KeyedDecodingContainer(ProbingKeyedDecodingContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ProbingUnkeyedDecodingContainer(decoder: self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Indicates whether collections have elements.
    var hasElements: Bool { (depth <= 1) == (variant % 2 == 0) }

    /// Notes the form of the outermost value.
    func note(_ form: InputProbe.Form) {
        if depth == 0 { probe.note(form) }
    }

    func deeper(_ variant: Int) -> ProbingDecoder { ProbingDecoder(probe: probe, depth: depth + 1, variant: variant) }

    /// Returns a made-up value of a type.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try probe.spend()
        guard depth < 16 else { throw Unseen() }
        let absent = Self.mayWrap(type) ? type.absentValue : nil
        if depth > 0, let absent { return absent }
        if let known = SampleValue.known(type) { return known }
        for step in 0..<SampleValue.variantCount {
            let next = deeper((variant + step) % SampleValue.variantCount)
            if let value = try? Value(from: next) { return value }
        }
        guard let value = absent ?? SampleValue.firstCase(of: type) else { throw Unseen() }
        return value
    }

    /// Returns whether a type can be an optional or a wrapper: a quick check before slow casts.
    static func mayWrap(_ type: Any.Type) -> Bool { TypeShape.hasArguments(type) && !TypeShape.isCollection(type) }

    /// The error for a type for which no value could be made.
    struct Unseen: Error {}
}

/// Decodes values without properties.
extension ProbingDecoder: NumberDecodingContainer {
    func integer<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) -> Number {
        note(.single(type))
        let numbers = SampleValue.numbers
        return Number(exactly: numbers[variant % numbers.count]) ?? 1
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(_ type: Number.Type) -> Number {
        note(.single(type))
        return Number(integer(Int.self))
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool {
        note(.single(type))
        return variant % 2 == 1
    }
    func decode(_ type: String.Type) throws -> String {
        note(.single(type))
        return SampleValue.texts[variant % SampleValue.variantCount]
    }

    /// Decodes the type that represents the value, such as the raw value of an identifier.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        note(.single(type))
        if let known = SampleValue.known(type) { return known }
        guard depth == 0, type.absentValue == nil else { return try value(type) }
        var next = self
        next.groupDepth += 1
        guard next.groupDepth < 16 else { throw Unseen() }
        return try Value(from: next)
    }
}

/// The properties of a type that is being decoded.
private struct ProbingKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ProbingDecoder

    var codingPath: [any CodingKey] { [] }

    /// Dictionaries ask for the keys, and so do enums with associated values.
    var allKeys: [Key] {
        if decoder.depth == 0 { decoder.probe.hasOpenKeys = true }
        guard decoder.hasElements, let key = Key(stringValue: "a") ?? SampleValue.firstCase(of: Key.self) else {
            return []
        }
        return [key]
    }

    private func note(
        _ key: Key, _ place: MessagePlace? = nil, _ type: any Decodable.Type = Never.self, isOptional: Bool = false
    ) {
        guard decoder.depth == 0 else { return }
        decoder.probe.note(
            TypeShape.Property(
                key: key.stringValue, place: place, type: type, isOptional: isOptional || decoder.isInOptional,
                isInGroup: decoder.groupDepth > 0))
    }

    func contains(_ key: Key) -> Bool { true }

    // Only the default `decodeIfPresent` of numbers, booleans and strings calls this function.
    func decodeNil(forKey key: Key) throws -> Bool {
        if decoder.depth == 0 { decoder.probe.noteOptional(key.stringValue) }
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(type, key, isOptional: false)
    }

    // The default implementations of the next two functions throw.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key, isOptional: false) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key, isOptional: false) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if decoder.depth > 0 { return nil }
        return try? value(type, key, isOptional: true)
    }

    private func value<Value: Decodable>(_ type: Value.Type, _ key: Key, isOptional: Bool) throws -> Value {
        do {
            let mayWrap = ProbingDecoder.mayWrap(type)
            if mayWrap, let part = type as? any PlacedProperty.Type {
                guard let value = try wrapped(part, key) as? Value else { throw ProbingDecoder.Unseen() }
                return value
            }
            note(key, nil, type, isOptional: isOptional || mayWrap && type.absentValue != nil)
            return try decoder.value(type)
        } catch {
            if decoder.depth == 0, !isOptional { decoder.probe.noteUnseen(key.stringValue) }
            throw error
        }
    }

    /// Returns a wrapper with a made-up value.
    ///
    /// The members of a group are noted as properties of the type that contains the group.
    private func wrapped<Part: PlacedProperty>(_ part: Part.Type, _ key: Key) throws -> Any {
        guard let type = Part.Value.self as? any Decodable.Type else { throw ProbingDecoder.Unseen() }
        let isOptional = type.hasAbsentValue
        note(key, part.place, type, isOptional: isOptional)
        let made: any Decodable
        if decoder.depth == 0, part.place == .nested {
            var group = decoder
            group.groupDepth += 1
            group.isInOptional = decoder.isInOptional || isOptional
            guard group.groupDepth < 16 else { throw ProbingDecoder.Unseen() }
            try decoder.probe.spend()
            made = try type.init(from: group)
        } else {
            made = try decoder.value(type)
        }
        guard let value = made as? Part.Value else { throw ProbingDecoder.Unseen() }
        return Part(wrappedValue: value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        note(key)
        return try decoder.deeper(decoder.variant).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        note(key)
        return try decoder.deeper(decoder.variant).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder.deeper(decoder.variant) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        note(key)
        return decoder.deeper(decoder.variant)
    }
}

extension Decodable {
    /// Indicates whether the type has a value for an absent property.
    fileprivate static var hasAbsentValue: Bool { absentValue != nil }
}
