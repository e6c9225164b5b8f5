public import Foundation

extension Coding {
    /// Writes a value as a form: `application/x-www-form-urlencoded`.
    ///
    /// What is written reads back as an equal value (``value(_:fromForm:)``): dates to the millisecond, numbers to the last
    /// digit.
    /// What the styles can't tell apart is refused, such as an optional array that is empty, which is written as nothing. There
    /// is one exception: the keys of a dictionary that is the whole form go out as they are. `["user[name]": "Ada"]` reads back
    /// nested, as `["user": ["name": "Ada"]]`.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of the value that can't be written.
    /// - Complexity: O(*n*) in the bytes that are written; dictionaries and sets are sorted.
    public func formData(from value: some Encodable) throws(TransportError) -> Data {
        try KeyValueEncoder.form(of: value, coding: self)
    }

    /// Reads a value from a form: `application/x-www-form-urlencoded`.
    ///
    /// Both `+` and `%20` are a space, and what is no escape stays as it is. Arrays are read as every ``ArrayStyle`` but
    /// commas writes them, by commas where that is the style; indices give the order, gaps between them are closed. Names
    /// may have 128 parts.
    ///
    /// - Throws: A `DecodingError` with the path of the value that is missing, there twice, not UTF-8 or does not fit.
    /// - Complexity: O(*n*) in the bytes; indices out of order are sorted.
    public func value<Value: Decodable>(_ type: Value.Type, fromForm data: Data) throws -> Value {
        try KeyValueDecoder.decoder(ofForm: data, coding: self).value(type)
    }

    /// Reads a value from names and values that are percent-decoded, such as the items of a query.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - pairs: The names, nested and numbered as in a form, and their values; `nil` for a name alone.
    /// - Returns: The value.
    /// - Throws: A `DecodingError`, as ``value(_:fromForm:)``.
    public func value<Value: Decodable>(
        _ type: Value.Type, fromPairs pairs: some Sequence<(name: String, value: String?)>
    ) throws -> Value {
        try KeyValueDecoder.value(type, fromPairs: pairs, coding: self)
    }
}
