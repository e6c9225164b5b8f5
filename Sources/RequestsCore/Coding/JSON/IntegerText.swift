/// Integers that JSON contains as strings.
enum IntegerText {
    /// Reads an integer from a string or a number, and throws an error for any other value.
    static func integer<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type, in decoder: any Decoder
    ) throws -> Integer? {
        let container = try decoder.singleValueContainer()
        // First try the format in which the type is written.
        let isNumber = type.bitWidth < 64 || type == Int.self || type == UInt.self
        if isNumber, let number = try? container.decode(type) { return number }
        if let text = try? container.decode(String.self) { return try read(type, text, at: decoder.codingPath) }
        return try container.decode(type)
    }

    private static func read<Integer: FixedWidthInteger>(
        _ type: Integer.Type, _ text: String, at path: [any CodingKey]
    ) throws -> Integer {
        do throws(KeyValueDecodingError) {
            guard text.utf8.count <= ScalarText.numberLimit, text.utf8.first != UInt8(ascii: "+") else {
                throw .corrupted("is a string that is not a valid \(type)")
            }
            return try ScalarText.integer(text, as: type)
        } catch {
            let problem =
                if case .outOfRange = error { "is a number that can't be represented as \(type)" } else {
                    "is a string that is not a valid \(type)"
                }
            throw KeyValueDecodingError.corrupted(problem).decodingError(at: path)
        }
    }
}

/// A value in which integers of 64 bits and more are encoded as strings.
struct IntegerTextWriting<Value: Encodable>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws {
        if let text {
            try encoder.encode(single: text)
        } else if isPlain(Value.self) {
            try encoder.encode(single: value)
        } else {
            let outline = try Outline(of: value, at: encoder.codingPath, userInfo: encoder.userInfo)
            try encoder.encode(outline) { Self.content(for: $0) }
        }
    }

    /// Returns the value to encode: the string of a wide integer, a plain value unchanged, any other value wrapped in
    /// this type.
    private static func content(for value: some Encodable) -> any Encodable {
        let writing = IntegerTextWriting<_>(value: value)
        if let text = writing.text { return text }
        return isPlain(type(of: value)) ? value : writing
    }

    /// The string of a wide integer; `nil` for any other value.
    private var text: String? {
        if let integer = value.exactly(Int64.self) { return String(integer) }
        if let integer = value.exactly(UInt64.self) { return String(integer) }
        guard #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) else { return nil }
        if let integer = value.exactly(Int128.self) { return String(integer) }
        return value.exactly(UInt128.self).map { String($0) }
    }
}
