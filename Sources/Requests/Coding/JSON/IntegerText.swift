/// Integers that JSON contains as strings.
enum IntegerText {
    /// Reads an integer from a string, or from a number; `nil` if the value is neither.
    static func integer<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type, in decoder: any Decoder
    ) throws -> Integer? {
        let container = try decoder.singleValueContainer()
        // Try the format that is used for writing first.
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
                throw .corrupted("is a string that is not \(type)")
            }
            return try ScalarText.integer(text, as: type)
        } catch {
            let problem =
                if case .outOfRange = error { "is a number that does not fit \(type)" } else {
                    "is a string that is not \(type)"
                }
            throw KeyValueDecodingError.corrupted(problem).decodingError(at: path)
        }
    }
}
