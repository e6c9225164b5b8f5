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
        var place = KeyValuePlace()
        if let name { place.nameRoot(name, escaping: true) }
        do {
            try writer.encode(value, at: place)
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
        var place = KeyValuePlace()
        place.nameRoot("", escaping: false)
        try writer.encode(value, at: place)
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

/// Where a value stands: its name so far, percent-encoded, and its path for messages.
struct KeyValuePlace {
    var name: [UInt8] = []
    private(set) var isNamed = false
    private(set) var path: [any CodingKey] = []

    /// Set for an element of an array: its name where it has names or elements of its own.
    var nameAsParent: [UInt8]?

    /// Set for an element that joins those before it, where there are any, by a comma.
    var isJoined = false

    /// Whether a nil could stand here.
    var isOptional = false

    mutating func nameRoot(_ text: String, escaping: Bool) {
        isNamed = true
        if escaping { PercentEncoding.append(text, to: &name) } else { name = Array(text.utf8) }
    }

    /// The place of a property, whose name is still to be written.
    func child(_ key: some CodingKey) -> KeyValuePlace {
        var child = KeyValuePlace()
        child.isNamed = true
        child.path = path
        child.path.append(key)
        return child
    }

    /// Appends the name of a property.
    func appendName(of wireName: String, coding: Coding, spaces: Coding.SpaceStyle, to bytes: inout [UInt8]) {
        guard isNamed else { return PercentEncoding.append(wireName, spaces: spaces, to: &bytes) }
        let own = nameAsParent ?? name
        wireName.withBytes { text in
            bytes.append(upTo: own.count + 6 + 3 * text.count) { writer in
                writer.write(own[...])
                switch coding.nesting {
                case .brackets:
                    writer.write(escaped: UInt8(ascii: "["))
                    writer.write(text, keeping: .unreserved, spaces: spaces)
                    writer.write(escaped: UInt8(ascii: "]"))
                case .dots:
                    writer.write(UInt8(ascii: "."))
                    writer.write(text, keeping: .unreserved, spaces: spaces)
                }
            }
        }
    }

    /// The place of an element.
    func element(_ index: Int, coding: Coding) -> KeyValuePlace {
        var element = self
        element.isOptional = false
        element.path.append(WireKey(String(index), intValue: index))
        let own = nameAsParent ?? name
        let number =
            coding.nesting == .dots ? Array(".\(index)".utf8) : Self.open + Array(String(index).utf8) + Self.close
        element.nameAsParent = own + number
        element.isJoined = false
        switch coding.arrays {
        case .repeated: element.name = own
        case .brackets: element.name = own + Self.open + Self.close
        case .indices: element.name = own + number
        case .commaSeparated:
            element.name = own
            element.isJoined = true
        }
        return element
    }

    private static let open = Array("%5B".utf8)
    private static let close = Array("%5D".utf8)
}
