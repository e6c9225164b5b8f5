public import Foundation

extension Coding {
    /// Encodes a value as a form: `application/x-www-form-urlencoded`.
    ///
    /// Decoding the form gives an equal value (``value(_:fromForm:)``): dates to the millisecond, numbers to the last digit. A
    /// value that the styles can't tell from another one is an error, such as an optional array that is empty, which is written
    /// as nothing.
    ///
    /// There is one exception: the keys of a dictionary that is the whole form are written unchanged. `["user[name]": "Ada"]`
    /// reads back nested, as `["user": ["name": "Ada"]]`. An endpoint refuses such a key.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of the value that can't be written.
    /// - Complexity: O(*n*) in the number of bytes written; dictionaries and sets are sorted.
    public func formData(from value: some Encodable) throws(TransportError) -> Data {
        try KeyValueEncoder.form(of: value, coding: self)
    }

    /// Decodes a value from a form: `application/x-www-form-urlencoded`.
    ///
    /// Both `+` and `%20` are a space, and a malformed escape stays as it is. Arrays are accepted in every ``ArrayStyle`` except
    /// commas, which are accepted if they are the style. Indices set the order, and gaps between them are closed. Names may have
    /// 128 parts.
    ///
    /// - Throws: A `DecodingError` with the path of the value that is missing, occurs twice, is not UTF-8, or does not fit.
    /// - Complexity: O(*n*) in the number of bytes; indices out of order are sorted.
    public func value<Value: Decodable>(_ type: Value.Type, fromForm data: Data) throws -> Value {
        try KeyValueDecoder(ofForm: data, coding: self).value(type)
    }

    /// Decodes a value from percent-decoded names and values, such as the items of a query.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - pairs: The names, nested and numbered as in a form, and their values; `nil` for a name without a value.
    /// - Returns: The value.
    /// - Throws: A `DecodingError`, as ``value(_:fromForm:)``.
    package func value<Value: Decodable>(
        _ type: Value.Type, fromPairs pairs: some Sequence<(name: String, value: String?)>
    ) throws -> Value {
        try KeyValueDecoder(ofPairs: pairs, coding: self).value(type)
    }
}
