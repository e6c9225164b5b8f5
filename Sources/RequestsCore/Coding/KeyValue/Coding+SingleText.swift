/// Conversion of whole values to a single string, for a header field, a cookie or a path.
extension Coding {
    /// The way to write a list as a single string.
    package enum TextList {
        /// A list throws an error, unless the coding separates the elements of arrays by commas.
        case styled
        /// The elements are separated by a comma and a space, as in a field (RFC 9110, section 5.6.1).
        case field
    }

    /// Returns a scalar, or a list of scalars, as a string; `nil` for a `nil` value.
    ///
    /// - Throws: A ``KeyValueEncodingIssue`` with the reason and the path of a value that can't be written.
    package func singleText(of value: any Encodable, list: TextList = .styled) throws -> String? {
        try singleText(of: value, list: list, level: 0)
    }

    private func singleText<Value: Encodable>(of value: Value, list: TextList?, level: Int) throws -> String? {
        if let text = try text(of: value, for: nil, at: []) { return text }
        if isOfEndpoint, let json = value.exactly(JSONValue.self), json.string == nil {
            let problem =
                "is a JSONValue that isn't a string, but the receiver would read it as a string: use a type such as Int"
            throw KeyValueEncodingIssue(problem: problem, path: [])
        }
        let outline: Outline
        do {
            outline = try Outline(of: value, in: .root)
        } catch {
            throw KeyValueEncodingIssue(error)
        }
        switch outline.shape {
        case .single(.null): return nil
        case .single(let content) where level < KeyValueWriter.depthLimit:
            if let value = content.value { return try singleText(of: value, list: list, level: level + 1) }
        case .elements:
            // A dictionary with unnamed keys is also written as a list, in random order.
            guard let list, list == .field || arrays == .commaSeparated && !outline.elements.isEmpty,
                !(value is any AnyDictionary)
            else { break }
            var texts = try outline.elements.enumerated().map { try text(of: $1, at: $0) }
            // The order of a set is different in each run.
            if value is any SetAlgebra { texts.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
            return texts.joined(separator: list == .field ? ", " : ",")
        case .invalid(let error): throw KeyValueEncodingIssue(error)
        case .nothing, .single, .members: break
        }
        if let values = outline.enumCase?.values, values.members.isEmpty {
            throw KeyValueEncodingIssue(problem: KeyValueEncodingIssue.noRawValue, path: [])
        }
        throw KeyValueEncodingIssue(problem: Self.notOneText, path: [])
    }

    private static let notOneText = "isn't a single string, number, date or raw value"

    /// Returns an element as a string; throws an error if the string would not be read back as one element.
    private func text(of element: Outline.Content, at index: Int) throws -> String {
        do {
            if case .outline = element { throw KeyValueEncodingIssue(problem: Self.notOneText, path: []) }
            guard let value = element.value, let text = try singleText(of: value, list: nil, level: 0) else {
                throw KeyValueEncodingIssue(problem: "is nil, but an element of a list can't be nil", path: [])
            }
            guard HeaderListElement.isReadBack(text) else {
                let problem =
                    "can't be a list element, because it is empty, contains a comma or a quotation mark, "
                    + "or starts or ends with white space"
                throw KeyValueEncodingIssue(problem: problem, path: [])
            }
            return text
        } catch {
            throw KeyValueEncodingIssue(error).below(WireKey(String(index), intValue: index))
        }
    }
}
