import Foundation

/// A decoder that wraps another decoder, and also reads integers from strings.
typealias IntegerTextDecoder = WrappedDecoder<IntegerTextReader>

/// A reader that lets another decoder read values, and also reads integers from strings.
struct IntegerTextReader: ValueReader {
    func read<Value: Decodable>(_ type: Value.Type, from slot: inout some DecodingSlot) throws -> Value {
        if IntegerTextReading<Value>.isWhole { return try slot.decode(type) }
        return try slot.decode(IntegerTextReading<Value>.self).value
    }
}

/// A value that an ``IntegerTextDecoder`` decodes.
struct IntegerTextReading<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        if let type = Value.self as? any FixedWidthInteger.Type, let integer = try Self.integer(type, in: decoder) {
            value = integer
        } else if Self.isWhole {
            value = try decoder.singleValueContainer().decode(Value.self)
        } else if let type = Value.self as? any StringKeyedDecodable.Type,
            let dictionary = try type.readingIntegers(in: decoder) as? Value
        {
            value = dictionary
        } else {
            value = try Value(from: IntegerTextDecoder(base: decoder, reader: IntegerTextReader()))
        }
    }

    /// Indicates whether the wrapped decoder reads the value, because it contains no integers or is treated specially.
    static var isWhole: Bool { isPlain(Value.self) && !(Value.self is any BinaryInteger.Type) }

    /// Reads an integer from a string, or from a number.
    private static func integer(_ type: any FixedWidthInteger.Type, in decoder: any Decoder) throws -> Value? {
        // A failed attempt isn't an error, so its path is not recorded.
        let attempt = try ((decoder as? TracingDecoder)?.base ?? decoder).singleValueContainer()
        // Try the format that is used for writing first.
        let isNumber = type.bitWidth < 64 || type == Int.self || type == UInt.self
        if isNumber, let number = try? attempt.decode(Value.self) { return number }
        if let text = try? attempt.decode(String.self) { return try read(type, text, at: decoder.codingPath) }
        return try decoder.singleValueContainer().decode(Value.self)
    }

    private static func read<Integer: FixedWidthInteger>(
        _ type: Integer.Type, _ text: String, at path: [any CodingKey]
    ) throws -> Value? {
        do throws(KeyValueDecodingError) {
            guard text.utf8.count <= ScalarText.numberLimit, text.utf8.first != UInt8(ascii: "+") else {
                throw .corrupted("is a string that is not \(type)")
            }
            return try ScalarText.integer(text, as: type) as? Value
        } catch {
            let problem =
                if case .outOfRange = error { "is a number that does not fit \(type)" } else {
                    "is a string that is not \(type)"
                }
            throw KeyValueDecodingError.corrupted(problem).decodingError(at: path)
        }
    }
}

/// A value with a configuration that an ``IntegerTextDecoder`` decodes.
struct IntegerTextConfigured<Value: DecodableWithConfiguration>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration: Value.DecodingConfiguration) throws {
        value = try Value(
            from: IntegerTextDecoder(base: decoder, reader: IntegerTextReader()), configuration: configuration)
    }
}

/// Returns whether JSON coders treat values of a type specially, or whether they contain no other values.
func isPlain(_ type: Any.Type) -> Bool {
    isUnnested(type) || type is UUID.Type || type is JSONValue.Type
}
