/// A dictionary with string keys, which JSON coders don't convert, regardless of their key strategy.
protocol StringKeyedDecodable {
    static func readingIntegers(in decoder: any Decoder) throws -> Any
}

/// A dictionary with string keys, which JSON coders don't convert, regardless of their key strategy.
protocol StringKeyedEncodable {
    func encodeWritingIntegers(to encoder: any Encoder) throws
}

extension Dictionary: StringKeyedDecodable where Key == String, Value: Decodable {
    static func readingIntegers(in decoder: any Decoder) throws -> Any {
        try decoder.singleValueContainer().decode([String: IntegerTextReading<Value>].self).mapValues(\.value)
    }
}

extension Dictionary: StringKeyedEncodable where Key == String, Value: Encodable {
    func encodeWritingIntegers(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(mapValues { IntegerTextWriting(value: $0) })
    }
}
