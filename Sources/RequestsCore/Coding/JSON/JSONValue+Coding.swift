extension JSONValue {
    /// Makes a JSON value by encoding another value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - coding: The styles for names, dates and data.
    /// - Throws: The error of the encoder.
    public init(encoding value: some Encodable, coding: Coding = .standard) throws {
        self = try JSONValue(parsing: coding.jsonData(from: value))
    }

    /// Decodes the value as another type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - coding: The styles for names, dates and data.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` with the path of the value that can't be decoded.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, coding: Coding = .standard
    ) throws -> Value {
        try coding.value(type, fromJSON: JSONWriter.data(of: self))
    }
}
