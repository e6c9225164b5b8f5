public import Foundation

extension Coding {
    /// Encodes a value as a form: `application/x-www-form-urlencoded`.
    ///
    /// Decoding the form (``value(_:fromForm:)``) returns an equal value: dates to the millisecond, numbers to the last
    /// digit. If the styles can't distinguish a value from a different value, encoding throws an error. For example, an
    /// optional array that is empty would add no items, just like `nil`.
    ///
    /// There are two exceptions, for which an endpoint throws an error. If the whole form is a dictionary, its keys are
    /// written unchanged: `["user[name]": "Ada"]` is decoded as `["user": ["name": "Ada"]]`. And a ``JSONValue`` is
    /// decoded with strings only, because a form contains nothing else.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of the value that can't be written.
    /// - Complexity: O(*n*) in the number of bytes written; dictionaries and sets are sorted.
    public func formData(from value: some Encodable) throws(TransportError) -> Data {
        try KeyValueWriter.form(of: value, coding: self)
    }

    /// Decodes a value from a form: `application/x-www-form-urlencoded`.
    ///
    /// Both `+` and `%20` are decoded as a space, and malformed escapes are kept unchanged. Arrays are accepted in every
    /// ``ArrayStyle``, but comma-separated arrays only if the coding uses that style. Indices determine the order, and gaps
    /// between them are ignored. Names may have up to 128 parts.
    ///
    /// - Throws: A `DecodingError` with the path of the value that is missing, occurs twice, is not UTF-8, or does not match its
    ///   type.
    /// - Complexity: O(*n*) in the number of bytes; indices out of order are sorted.
    public func value<Value: Decodable>(_ type: Value.Type, fromForm data: Data) throws -> Value {
        try KeyValueDecoder(ofForm: data, coding: self).value(type)
    }

    /// Decodes a value from percent-decoded names and values, such as the items of a query.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - pairs: The names, nested and numbered as in a form, and their values; a `nil` value for a flag.
    /// - Returns: The value.
    /// - Throws: A `DecodingError`, as ``value(_:fromForm:)``.
    package func value<Value: Decodable>(
        _ type: Value.Type, fromPairs pairs: some Sequence<(name: String, value: String?)>
    ) throws -> Value {
        try KeyValueDecoder(ofPairs: pairs, coding: self).value(type)
    }
}
