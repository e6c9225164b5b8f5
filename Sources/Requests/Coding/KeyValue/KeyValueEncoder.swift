import Foundation

/// Turns any `Encodable` into `name=value` pairs, as bytes in the order in which the value encodes them.
///
/// It is used for query items, and writes only what pairs can express: the ``Coding`` has the options.
package enum KeyValueEncoder {
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
        let writer = KeyValueWriter(coding: coding, use: .query, name: name, separator: pairs.separator)
        defer { pairs.append(written: writer.state.pointee.output.bytes) }
        do {
            try writer.encode(value, at: .root)
        } catch {
            throw Self.error(error, code: .queryEncodingFailed, name: name)
        }
    }

    /// Returns the pairs of an input's query, which can be read back as the same value.
    ///
    /// - Throws: The path of the value that can't be written, or that would be read as another one, with the reason.
    package static func query(of value: some Encodable, coding: Coding) throws(KeyValueEncodingIssue) -> [UInt8] {
        let writer = KeyValueWriter(coding: coding, use: .readQuery)
        do {
            try writer.encode(value, at: .root)
        } catch {
            throw KeyValueEncodingIssue(error)
        }
        return writer.written
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
        let writer = KeyValueWriter(coding: coding, use: use)
        do {
            try writer.encode(value, at: .root)
            if writer.outputCount == 0, !writer.isNil,
                type(of: value) is any OptionalType.Type
            {
                throw KeyValueEncodingIssue(
                    problem: "writes nothing, as nil does, so that it would be read as nil", path: [])
            }
        } catch {
            throw Self.error(error, code: .bodyEncodingFailed, name: nil)
        }
        return writer
    }

    package static func error(_ error: any Error, code: RequestErrorCode, name: String? = nil) -> TransportError {
        let problem = KeyValueEncodingIssue(error)
        return RequestError(
            code: code, message: problem.message(name: name), underlyingError: problem.underlyingError)
    }

    /// Returns the text of a value that is a single scalar; `nil` for a `nil`.
    package static func scalarText(of value: any Encodable, coding: Coding) throws -> String? {
        let writer = KeyValueWriter(coding: coding, use: .text, name: "")
        try writer.encode(value, at: .root)
        let bytes = writer.state.pointee.output.bytes
        if writer.isNil { return nil }
        // An array or an object has names, or writes nothing.
        guard bytes.first == UInt8(ascii: "=") else {
            throw KeyValueEncodingIssue.notOneText(at: [])
        }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }
}
