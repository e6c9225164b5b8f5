package import Foundation

/// The source of a value whose scalars are strings: a part of a query or form, or a string in a message.
package protocol TextSource {
    /// The styles of the source.
    var coding: Coding { get }

    /// Indicates whether the source represents `nil`.
    var isNil: Bool { get }

    /// Returns the string of a scalar.
    ///
    /// - Throws: An error with the type if there is no single string.
    func text(as type: Any.Type) throws(KeyValueDecodingError) -> String

    func bool() throws(KeyValueDecodingError) -> Bool
    func url() throws(KeyValueDecodingError) -> URL

    /// Reads a date in the style of the coding.
    func date(at path: [any CodingKey]) throws -> Date

    /// Returns the elements of an array in order.
    func elements() throws(KeyValueDecodingError) -> [Self]

    /// Returns the container of the properties.
    func container<Key: CodingKey>(
        keyedBy type: Key.Type, at path: [any CodingKey]
    ) throws(KeyValueDecodingError) -> KeyedDecodingContainer<Key>

    /// Adds the path to an error of reading a type.
    func located(_ error: any Error, as type: Any.Type, at path: [any CodingKey]) -> any Error
}

extension TextSource {
    func number(as type: Any.Type) throws(KeyValueDecodingError) -> String {
        let text = try text(as: type)
        guard text.utf8.count <= ScalarText.numberLimit else { throw .mismatch(type) }
        return text
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(KeyValueDecodingError) -> Number {
        try ScalarText.integer(number(as: type), as: type)
    }

    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws(KeyValueDecodingError) -> Number {
        try ScalarText.float(number(as: type), as: type)
    }

    /// Reads a value of a frequent type without a decoder; `nil` for any other type.
    func frequentValue<Value>(_ type: Value.Type) throws(KeyValueDecodingError) -> Value? {
        if type == String.self { return try text(as: type).exactly(type) }
        if type == Int.self { return try integer(Int.self).exactly(type) }
        if type == Bool.self { return try bool().exactly(type) }
        if type == Double.self { return try float(Double.self).exactly(type) }
        return nil
    }

    /// Reads a value of a type that Foundation and the standard library would read differently; `nil` for any other
    /// type.
    func scalar<Value>(_ type: Value.Type, at path: [any CodingKey]) throws -> Value? {
        if let value = try frequentValue(type) { return value }
        if type == Date.self { return try date(at: path).exactly(type) }
        if type == Data.self { return try ScalarText.data(text(as: type), coding, at: path).exactly(type) }
        if type == URL.self { return try url().exactly(type) }
        if type == UUID.self { return try ScalarText.uuid(text(as: type)).exactly(type) }
        if type == Decimal.self { return try ScalarText.decimal(number(as: type)).exactly(type) }
        return nil
    }
}
