import Foundation

extension KeyValueSource {
    private func number(as type: Any.Type) throws(KeyValueDecodingError) -> String {
        guard try range(of: type).count <= ScalarText.numberLimit else { throw .mismatch(type) }
        return try string(as: type)
    }

    package func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(KeyValueDecodingError) -> Number {
        try ScalarText.integer(number(as: type), as: type)
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws(KeyValueDecodingError) -> Number {
        try ScalarText.float(number(as: type), as: type)
    }

    /// Reads a value of one of the most frequent types, without a decoder; `nil` for another type.
    func frequentValue<Value>(_ type: Value.Type) throws(KeyValueDecodingError) -> Value? {
        if type == String.self { return try string().exactly(type) }
        if type == Int.self { return try integer(Int.self).exactly(type) }
        if type == Bool.self { return try bool().exactly(type) }
        if type == Double.self { return try float(Double.self).exactly(type) }
        return nil
    }

    func decimal() throws(KeyValueDecodingError) -> Decimal { try ScalarText.decimal(number(as: Decimal.self)) }

    package func bool() throws(KeyValueDecodingError) -> Bool {
        guard try range(of: Bool.self).count <= 5 else { throw .mismatch(Bool.self) }
        return try ScalarText.bool(string(as: Bool.self), isLenient: coding.lenientBooleans)
    }

    func uuid() throws(KeyValueDecodingError) -> UUID { try ScalarText.uuid(string(as: UUID.self)) }

    func url() throws(KeyValueDecodingError) -> URL { try ScalarText.url(string(as: URL.self)) }

    /// Reads a date by the style of the coding.
    func date(at path: [any CodingKey]) throws -> Date {
        try ScalarText.date(string(as: Date.self), coding, at: path)
    }

    /// Reads data by the style of the coding.
    func data(at path: [any CodingKey]) throws -> Data {
        try ScalarText.data(string(as: Data.self), coding, at: path)
    }
}
