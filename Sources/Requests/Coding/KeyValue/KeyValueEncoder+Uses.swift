import Foundation

extension KeyValueEncoder {
    /// Appends the pairs of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the value, unchanged; `nil` for a value that has names itself.
    ///   - pairs: The output. Bytes that were written before an error stay there.
    ///   - coding: The styles.
    /// - Throws: ``RequestErrorCode/queryEncodingFailed``, with the path of the value that can't be written.
    static func append(
        _ value: any Encodable, name: String?, to pairs: inout PairBuffer, coding: Coding
    ) throws(TransportError) {
        let encoder = KeyValueEncoder(coding: coding, use: .query, name: name, separator: pairs.separator)
        defer { pairs.append(written: encoder.writer.state.pointee.output.bytes) }
        do {
            try encoder.encode(value)
        } catch {
            throw Self.error(error, code: .queryEncodingFailed, name: name)
        }
    }

    /// Returns the pairs of an input's query, which can be read back as the same value.
    ///
    /// - Throws: The path of the value that can't be written, or that would be read as another one, with the reason.
    package static func query(of value: some Encodable, coding: Coding) throws(KeyValueEncodingIssue) -> [UInt8] {
        let encoder = KeyValueEncoder(coding: coding, use: .readQuery)
        do {
            try encoder.encode(value)
        } catch {
            throw KeyValueEncodingIssue(error)
        }
        return encoder.written
    }

    /// Returns the pairs of a form, which can be read back as the same value.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of the value that can't be written, or that would be
    ///   read as another one.
    static func form(of value: some Encodable, coding: Coding) throws(TransportError) -> Data {
        let writer = try writer(of: value, coding: coding, use: .form)
        // The writer owns the bytes that it wrote.
        return withExtendedLifetime(writer) { $0.state.pointee.output.takeData() }
    }

    /// Returns a writer after it has written a value, which can be read back as the same value.
    ///
    /// - Throws: As for a form.
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

    /// Returns the text of a value that is a single scalar; `nil` for a `nil`.
    package static func scalarText(of value: any Encodable, coding: Coding) throws -> String? {
        let encoder = KeyValueEncoder(coding: coding, use: .text, name: "")
        try encoder.encode(value)
        if encoder.isNil { return nil }
        let bytes = encoder.written
        // An array or an object has names, or writes nothing.
        guard bytes.first == UInt8(ascii: "=") else { throw encoder.issue(KeyValueEncodingIssue.notOneText) }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    /// Indicates whether the whole value is a `nil`.
    private var isNil: Bool { writer.state.pointee.nilCount > 0 && writer.state.pointee.nilDepth == 0 }
}
