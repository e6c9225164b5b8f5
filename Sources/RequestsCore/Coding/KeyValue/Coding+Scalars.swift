import Foundation

/// Conversion of scalars to strings.
extension Coding {
    /// Returns a scalar as a string; `nil` for any other value.
    ///
    /// Scalars are types that Foundation and the standard library would encode differently, more slowly, or with a container.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - use: The purpose of the pairs that contain the scalar; `nil` outside of pairs.
    ///   - path: The path of the value.
    /// - Returns: The string.
    /// - Throws: A ``KeyValueEncodingIssue`` for a value that can't be written, or that would be sent by mistake.
    func text<Value: Encodable>(
        of value: Value, for use: KeyValueWriter.Use?, at path: @autoclosure () -> [any CodingKey]
    ) throws -> String? {
        if let text = value.exactly(String.self) { return text }
        if let number = value.exactly(Int.self) { return String(number) }
        if let flag = value.exactly(Bool.self) { return text(of: flag) }
        if let number = value.exactly(Double.self) { return try Self.finite(number, number.isFinite, at: path) }
        if let number = value.exactly(Float.self) { return try Self.finite(number, number.isFinite, at: path) }
        if let id = value.exactly(UUID.self) { return id.uuidString.lowercased() }
        if let url = value.exactly(URL.self) { return try Self.text(of: url, for: use, at: path) }
        if let date = value.exactly(Date.self) { return try Self.text(at: path) { try text(of: date) } }
        if let data = value.exactly(Data.self) { return try Self.text(at: path) { try text(of: data) } }
        if let number = value.exactly(Decimal.self) { return try Self.finite(number, number.isFinite, at: path) }
        if let json = value.exactly(JSONValue.self) { try check(json, for: use, at: path) }
        return Self.isInteger(Value.self) ? "\(value)" : nil
    }

    /// Returns a scalar in an outline as a string; `nil` for any other value.
    func text(
        of content: Outline.Content, for use: KeyValueWriter.Use?, at path: @autoclosure () -> [any CodingKey]
    ) throws -> String? {
        switch content {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): try Self.finite(number, number.isFinite, at: path)
        case .flag(let flag): text(of: flag)
        case .value(let value): try text(of: value.value, for: use, at: path())
        case .null, .outline: nil
        }
    }

    /// Returns a URL as a string; throws an error for a file URL in a multipart form, because the caller means the
    /// file.
    private static func text(
        of url: URL, for use: KeyValueWriter.Use?, at path: () -> [any CodingKey]
    ) throws -> String {
        guard url.isFileURL, use == .parts || use == .formWithFiles else { return url.absoluteString }
        let cure =
            use == .parts
            ? #"create the part with `file:`, as in Part("photo", file: url)"#
            : "use a FileValue to send the file's content"
        throw KeyValueEncodingIssue(problem: "is a file URL, but would be sent as a string: \(cure)", path: path())
    }

    /// Rejects a JSON number, boolean or `null`, which the receiver of an endpoint would read as a string.
    private func check(
        _ json: JSONValue, for use: KeyValueWriter.Use?, at path: () -> [any CodingKey]
    ) throws {
        guard use == .readQuery || isOfEndpoint && (use == .form || use == .formWithFiles) else { return }
        switch json {
        case .number, .bool, .null:
            let problem =
                "is a JSONValue that isn't a string, but the receiver would read it as a string: use a type such as Int, or send "
                + "the value in a JSON body"
            throw KeyValueEncodingIssue(problem: problem, path: path())
        case .string, .array, .object: return
        }
    }

    /// Returns a finite number as a string.
    private static func finite(
        _ number: some CustomStringConvertible, _ isFinite: Bool, at path: () -> [any CodingKey]
    ) throws -> String {
        guard isFinite else { throw KeyValueEncodingIssue.unwritable("is not a finite number", path: path()) }
        return number.description
    }

    /// Returns the string from a style; adds the path to an error of the style.
    private static func text(at path: () -> [any CodingKey], _ write: () throws -> String) throws -> String {
        do {
            return try write()
        } catch let error as UnwritableDate {
            throw KeyValueEncodingIssue.unwritable("is a date that can't be written: \(error)", path: path())
        } catch {
            throw KeyValueEncodingIssue(error, path: path())
        }
    }

    private static func isInteger(_ type: Any.Type) -> Bool {
        type == Int8.self || type == Int16.self || type == Int32.self || type == Int64.self
            || type == UInt.self || type == UInt8.self || type == UInt16.self || type == UInt32.self
            || type == UInt64.self || isWideInteger(type)
    }
}

extension Encodable {
    /// Returns the value if its type is exactly the given type.
    @inline(__always)
    package func exactly<Other>(_ type: Other.Type) -> Other? { exactly(type) { $0 } }

    /// Returns the result of a function for the value if its type is exactly the given type.
    ///
    /// A cast with `as?` would take longer than all other work on a field.
    @inline(__always)
    package func exactly<Other, Result>(_ type: Other.Type, _ read: (Other) -> Result?) -> Result? {
        guard Self.self == type else { return nil }
        return read(_identityCast(self, to: type))
    }
}
