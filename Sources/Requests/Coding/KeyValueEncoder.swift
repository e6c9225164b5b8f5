/// Turns any `Encodable` into `name=value` pairs, written as bytes in the order in which the value encodes them.
///
/// It is behind query items, and writes nothing but what an encoding of pairs can say: options come from the ``Coding``.
enum KeyValueEncoder {
    /// Appends the pairs of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the value, used as it is; `nil` for a value that brings its own names.
    ///   - pairs: Where to write. What was written before an error is thrown stays.
    ///   - coding: The styles.
    /// - Throws: ``RequestErrorCode/queryEncodingFailed``, with the path of the value that can't be written.
    static func append(
        _ value: any Encodable, name: String?, to pairs: inout PairBuffer, coding: Coding
    ) throws(RequestError<Never>) {
        // The bytes move to the writer and back: a copy of them would cost more than the value.
        var taken = PairBuffer()
        swap(&taken, &pairs)
        let writer = KeyValueWriter(pairs: taken, coding: coding, use: .query)
        taken = PairBuffer()
        defer { pairs = writer.takePairs() }
        var root: [UInt8]?
        if let name {
            var bytes: [UInt8] = []
            PercentEncoding.append(name, to: &bytes)
            root = bytes
        }
        do {
            try writer.encode(value, at: KeyValuePlace(name: root))
        } catch {
            throw Self.error(error, code: .queryEncodingFailed, name: name)
        }
    }

    /// The pairs of a form, which are read back as the same value.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``, with the path of the value that can't be written, or that would be
    ///   read as another one.
    static func form(of value: some Encodable, coding: Coding) throws(RequestError<Never>) -> [UInt8] {
        let writer = KeyValueWriter(pairs: PairBuffer(), coding: coding, use: .form)
        do {
            try writer.encode(value, at: KeyValuePlace())
            if writer.pairs.bytes.isEmpty, !writer.isNil, type(of: value) is any EmptyBodyDecodable.Type {
                throw KeyValueError(problem: "writes nothing, as nil does, so that it would be read as nil", path: [])
            }
        } catch {
            throw Self.error(error, code: .bodyEncodingFailed, name: nil)
        }
        return writer.takePairs().bytes
    }

    private static func error(_ error: any Error, code: RequestErrorCode, name: String?) -> RequestError<Never> {
        let problem = error as? KeyValueError ?? KeyValueError(error, path: [])
        return RequestError(code: code, message: problem.message(name: name), underlyingError: problem.underlyingError)
    }

    /// The text of a value that is a single scalar; `nil` for a `nil`.
    static func scalarText(of value: any Encodable, coding: Coding) throws -> String? {
        let writer = KeyValueWriter(pairs: PairBuffer(), coding: coding, use: .text)
        try writer.encode(value, at: KeyValuePlace(name: []))
        let bytes = writer.takePairs().bytes
        if writer.isNil { return nil }
        // An array or an object has names, or writes nothing.
        guard bytes.first == UInt8(ascii: "=") else {
            throw KeyValueError(problem: "is not one text, number, date or raw value", path: [])
        }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }
}

/// A value that pairs can't say, and where it stands.
struct KeyValueError: Error {
    let problem: String
    let path: [any CodingKey]
    var underlyingError: (any Error)?
    var isUnwritable = false

    init(problem: String, path: [any CodingKey]) {
        self.problem = problem
        self.path = path
    }

    /// What code of the value's own threw.
    init(_ error: any Error, path: [any CodingKey]) {
        self.init(problem: "could not be encoded: \(ErrorText.developerText(of: error))", path: path)
        underlyingError = error
    }

    /// A number or a date that has no text.
    static func unwritable(_ problem: String, path: [any CodingKey]) -> KeyValueError {
        var error = KeyValueError(problem: problem, path: path)
        error.isUnwritable = true
        return error
    }

    func message(name: String?) -> String {
        let names = (name.map { [$0] } ?? []) + path.map(\.stringValue)
        return names.isEmpty ? "the value \(problem)" : "the value of `\(names.joined(separator: "."))` \(problem)"
    }
}
