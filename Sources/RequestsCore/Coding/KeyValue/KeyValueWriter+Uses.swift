import Foundation

extension KeyValueWriter {
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
        _ value: any Encodable, name: String?, to pairs: inout PairBuffer, coding: Coding, for use: Use = .query
    ) throws(TransportError) {
        var writer = KeyValueWriter(coding: coding, use: use, separator: pairs.separator)
        do {
            try writer.write(value, at: name.map { writer.root(named: $0) } ?? KeyValuePlace.root)
        } catch {
            pairs.append(written: writer.output.bytes)
            throw KeyValueEncodingIssue(error).transportError(code: .queryEncodingFailed, name: name)
        }
        pairs.append(written: writer.output.bytes)
    }

    /// Returns the pairs of an input's query, from which an equal value can be decoded.
    ///
    /// - Throws: An issue with the reason and the path of a value that can't be written, or that would be decoded as a
    ///   different value.
    package static func query(of value: some Encodable, coding: Coding) throws(KeyValueEncodingIssue) -> [UInt8] {
        var writer = KeyValueWriter(coding: coding, use: .readQuery)
        do {
            try writer.write(value, at: .root)
        } catch {
            throw KeyValueEncodingIssue(error)
        }
        return writer.written
    }

    /// Returns the pairs of a form, from which an equal value can be decoded.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of a value that can't be written, or that would
    ///   be decoded as a different value.
    static func form(of value: some Encodable, coding: Coding) throws(TransportError) -> Data {
        var writer = try writer(of: value, coding: coding, use: .form)
        return writer.output.takeData()
    }

    /// Writes a value that can be decoded as an equal value, and returns the writer.
    ///
    /// - Throws: The errors of ``form(of:coding:)``.
    static func writer<Value: Encodable>(
        of value: Value, coding: Coding, use: Use
    ) throws(TransportError) -> KeyValueWriter {
        var writer = KeyValueWriter(coding: coding, use: use)
        let root = KeyValuePlace.root
        do {
            let written = try writer.write(value, at: root)
            if writer.output.count == 0, written != .null, Value.self is any OptionalType.Type {
                throw root.issue("is written as an empty body, which would be read as nil")
            }
        } catch {
            throw KeyValueEncodingIssue(error).transportError(code: .bodyEncodingFailed)
        }
        return writer
    }

    /// Writes one property of a value; the value's other properties are written elsewhere.
    package mutating func write(_ member: Outline.Member) throws(KeyValueEncodingIssue) {
        do {
            try write(member, in: .root)
        } catch {
            throw KeyValueEncodingIssue(error)
        }
    }
}
