import Foundation

/// The rules by which a ``WrappedDecoder`` reads the values of its base decoder.
///
/// New rules are made for each decoding.
package final class DecodingRules {
    /// The names of properties on the wire; `nil` if the base decoder finds properties by the names of their keys.
    private let names: WireNames?
    private let integers: Coding.IntegerStyle
    private let checkedTypes: (any CheckedTypes)?
    private let trail: DecodingTrail?
    private let format: any DecodingFormat
    /// Indicates whether the base decoder reads all scalars.
    let leavesScalars: Bool
    /// Indicates whether the base decoder needs the keys of the properties, besides their names.
    let keepsKeys: Bool

    init(
        names: WireNames? = nil, integers: Coding.IntegerStyle = .numeric, checking types: (any CheckedTypes)? = nil,
        trail: DecodingTrail? = nil, format: any DecodingFormat = StandardDecodingFormat()
    ) {
        self.names = names
        self.integers = integers
        checkedTypes = types
        self.trail = trail
        self.format = format
        leavesScalars = integers == .numeric && trail == nil
        keepsKeys = format.keepsKeys
    }

    /// Makes rules for a format with peculiarities.
    package convenience init(
        names: WireNames? = nil, checking types: (any CheckedTypes)? = nil, format: any DecodingFormat
    ) {
        self.init(names: names, integers: .numeric, checking: types, trail: nil, format: format)
    }

    /// Opens the container of the properties, with the keys of the base decoder.
    func container<Key: CodingKey>(
        of decoder: any Decoder, keyedBy type: Key.Type, _ checks: (any PropertyChecks)? = nil
    ) throws -> KeyedDecodingContainer<Key> {
        if let base = try format.ownContainer(of: decoder, keyedBy: type) {
            return KeyedDecodingContainer(
                WrappedKeyedDecodingContainer<Key>(base: base, rules: self, names: nil, checks: checks))
        }
        return wrapped(try decoder.container(keyedBy: WireKey.self), keyedBy: type, checks)
    }

    /// Wraps a container of the base decoder.
    func wrapped<Key: CodingKey>(
        _ base: KeyedDecodingContainer<WireKey>, keyedBy type: Key.Type, _ checks: (any PropertyChecks)? = nil
    ) -> KeyedDecodingContainer<Key> {
        // The keys of a dictionary are data.
        let found = DictionaryKey.isKey(type) ? nil : names.map { FoundNames($0, base, of: type) }
        return KeyedDecodingContainer(
            WrappedKeyedDecodingContainer<Key>(base: base, rules: self, names: found, checks: checks))
    }

    /// Reads a value that contains other values.
    private func readNested<Value: Decodable>(_ type: Value.Type, from slot: inout some DecodingSlot) throws -> Value {
        // If the value is missing, the base decoder determines the result.
        guard slot.isPresent else { return try slot.decode(type) }
        return try format.readNested(type, from: &slot, by: self)
    }

    /// Reads a value that contains other values, with the value's decoder.
    package func value<Value: Decodable>(_ type: Value.Type, of decoder: any Decoder) throws -> Value {
        try Value(from: WrappedDecoder(base: decoder, rules: self, checks: checkedTypes?.checks(of: type)))
    }
}

extension DecodingRules {
    /// Returns whether the base decoder reads a type as a whole, as it reads scalars.
    func isWhole(_ type: Any.Type) -> Bool { format.isWhole(type) }

    /// Checks the value of a property while a function reads it.
    ///
    /// - Throws: An error with the path of a value that doesn't pass the check.
    func checking<Value: Decodable>(
        _ check: any PropertyCheck, _ key: some CodingKey, _ slot: inout KeyedSlot,
        _ read: (inout KeyedSlot) throws -> Value
    ) throws -> Value {
        func error(_ problem: any Error, at path: [any CodingKey]) -> any Error {
            let context = DecodingError.Context(
                codingPath: path, debugDescription: ErrorText.developerText(of: problem), underlyingError: problem)
            return format.error(.dataCorrupted(context), of: key, Value.self)
        }
        let path = slot.path
        // Decoding a long list takes long, so its elements are counted before they are decoded.
        if check.countsElements, let decoder = try format.decoder(of: Value.self, in: &slot),
            let count = try? decoder.unkeyedContainer().count, let problem = check.problem(ofCount: count)
        {
            throw error(problem, at: path)
        }
        let value = try read(&slot)
        if let (inner, problem) = check.problem(of: value) { throw error(problem, at: path + inner) }
        return value
    }

    /// Reads a value.
    func read<Value: Decodable>(
        _ type: Value.Type, from slot: inout some DecodingSlot
    ) throws -> Value {
        try leavesScalars && isScalar(type) ? slot.decode(type) : readByRules(type, from: &slot)
    }

    @inline(never)
    private func readByRules<Value: Decodable>(
        _ type: Value.Type, from slot: inout some DecodingSlot
    ) throws -> Value {
        do {
            guard isScalar(type) || format.isWhole(type) else { return try readNested(type, from: &slot) }
            if integers == .text, let type = type as? any (FixedWidthInteger & Decodable).Type, slot.isPresent,
                let integer = try IntegerText.integer(type, in: slot.decoder()) as? Value
            {
                return integer
            }
            guard trail != nil, type == UUID.self, slot.isPresent else { return try slot.decode(type) }
            let decoder = try slot.decoder()
            try checkUUID(in: decoder)
            return try decoder.singleValueContainer().decode(type)
        } catch {
            trail?.note(type, at: slot.path)
            throw error
        }
    }

    /// Checks that a UUID's string contains no NUL, at which Foundation would truncate the string.
    private func checkUUID(in decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(KeyValueDecodingError) {
            _ = try ScalarText.uuid(text)
        } catch {
            trail?.noteCutText()
            throw error.decodingError(at: decoder.codingPath)
        }
    }
}

/// Returns whether a type contains no other values, or whether decoders treat the type specially.
func isScalar(_ type: Any.Type) -> Bool {
    if type == String.self || type == Int.self || type == Bool.self || type == Double.self { return true }
    return isRareScalar(type)
}

private func isRareScalar(_ type: Any.Type) -> Bool {
    type == Date.self || type == URL.self || type == UUID.self || type == Data.self || type == Decimal.self
        || type == Float.self || type == JSONValue.self || isFixedInteger(type)
}

private func isFixedInteger(_ type: Any.Type) -> Bool {
    type == Int64.self || type == UInt64.self || type == UInt.self || type == Int32.self || type == UInt32.self
        || type == Int16.self || type == UInt16.self || type == Int8.self || type == UInt8.self || isWideInteger(type)
}

/// A record of the first error's path in a decoding.
final class DecodingTrail {
    private(set) var path: [any CodingKey] = []
    private(set) var type: Any.Type?

    /// Indicates whether a string contains a NUL, at which Foundation would truncate it.
    private(set) var hasCutText = false

    /// Records that Foundation would truncate a string at a NUL.
    func noteCutText() { hasCutText = true }

    /// Records the path of an error, unless there was an error before.
    func note(_ type: Any.Type, at path: @autoclosure () -> [any CodingKey]) {
        guard self.type == nil else { return }
        self.type = type
        self.path = path()
    }
}

/// Returns whether JSON decoders treat values of a type specially, or whether such values contain no other values.
package func isUnnested(_ type: Any.Type) -> Bool {
    isNumber(type) || type is Date.Type || type is Data.Type || type is URL.Type || type is String.Type
        || type is Bool.Type
}

func isNumber(_ type: Any.Type) -> Bool {
    type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type is Decimal.Type
}

/// Returns whether JSON coders treat values of a type specially, or whether such values contain no other values.
func isPlain(_ type: Any.Type) -> Bool {
    isUnnested(type) || type is UUID.Type || type is JSONValue.Type
}
