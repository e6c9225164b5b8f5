import Foundation

extension KeyValueEncoder {
    /// Appends the pairs of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the value, unchanged; `nil` for a value with named properties or keys.
    ///   - pairs: The output. It keeps bytes that were written before an error.
    ///   - coding: The styles.
    ///   - use: The purpose of the pairs: a query, or the parts of a form.
    /// - Throws: ``RequestErrorCode/queryEncodingFailed``, with the path of the value that can't be written.
    static func append(
        _ value: any Encodable, name: String?, to pairs: inout PairBuffer, coding: Coding,
        for use: KeyValueWriter.Use = .query
    ) throws(TransportError) {
        let encoder = KeyValueEncoder(coding: coding, use: use, name: name, separator: pairs.separator)
        defer { pairs.append(written: encoder.writer.state.pointee.output.bytes) }
        do {
            try encoder.encode(value)
        } catch {
            throw Self.error(error, code: .queryEncodingFailed, name: name)
        }
    }

    /// Returns the pairs of an input's query, which are decoded as an equal value.
    ///
    /// - Throws: An issue with the reason and the path of a value that can't be written, or that would be decoded as a
    ///   different one.
    package static func query(of value: some Encodable, coding: Coding) throws(KeyValueEncodingIssue) -> [UInt8] {
        let encoder = KeyValueEncoder(coding: coding, use: .readQuery)
        do {
            try encoder.encode(value)
        } catch {
            throw KeyValueEncodingIssue(error)
        }
        return encoder.written
    }

    /// Returns the pairs of a form, which are decoded as an equal value.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of a value that can't be written, or that would be
    ///   decoded as a different one.
    static func form(of value: some Encodable, coding: Coding) throws(TransportError) -> Data {
        let writer = try writer(of: value, coding: coding, use: .form)
        // The writer owns the bytes that it wrote.
        return withExtendedLifetime(writer) { $0.state.pointee.output.takeData() }
    }

    /// Returns a writer after it has written a value, which is decoded as an equal value.
    ///
    /// - Throws: The errors of ``form(of:coding:)``.
    static func writer(
        of value: some Encodable, coding: Coding, use: KeyValueWriter.Use
    ) throws(TransportError) -> KeyValueWriter {
        let encoder = KeyValueEncoder(coding: coding, use: use)
        do {
            try encoder.encode(value)
            if encoder.outputCount == 0, !encoder.isNil, type(of: value) is any OptionalType.Type {
                throw encoder.issue("writes nothing, as nil does, so that it would be read as nil")
            }
        } catch {
            throw Self.error(error, code: .bodyEncodingFailed, name: nil)
        }
        return encoder.writer
    }

    package static func error(_ error: any Error, code: RequestErrorCode, name: String? = nil) -> TransportError {
        let problem = KeyValueEncodingIssue(error)
        return RequestError(
            code: code, message: problem.message(name: name), underlyingError: problem.underlyingError)
    }

    /// Returns a single scalar as a string; `nil` for a `nil` value.
    package static func scalarText(of value: any Encodable, coding: Coding) throws -> String? {
        let encoder = KeyValueEncoder(coding: coding, use: .text, name: "")
        try encoder.encode(value)
        if encoder.isNil { return nil }
        let bytes = encoder.written
        // An array or an object writes names, or nothing.
        guard bytes.first == UInt8(ascii: "=") else { throw encoder.issue(KeyValueEncodingIssue.notOneText) }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    /// Indicates whether the whole value is a `nil`.
    private var isNil: Bool { writer.state.pointee.nilCount > 0 && writer.state.pointee.nilDepth == 0 }
}
