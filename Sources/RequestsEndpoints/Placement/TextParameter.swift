import Foundation
import Requests

/// The text of a value outside the body: a placeholder, a header field, a cookie, or a status.
///
/// The text is decoded as text, numbers, booleans, dates, data, URLs and raw values, or as arrays from the lines of a
/// field and their comma-separated lists (RFC 9110, section 5.6.1). The API's coding applies in both directions.
///
/// Responses may also contain dates in the formats of HTTP and ISO 8601, booleans as in structured fields, and relative
/// URLs, because other servers send them.
struct TextParameter {
    /// The text; if a field has several lines, the first line.
    private let first: String
    /// The other lines.
    private let others: [String]
    /// The property, for error messages.
    private let key: any CodingKey
    /// Indicates whether the text is an element of a list.
    private let isElement: Bool
    /// The header field, if the text comes from a field.
    private let field: HeaderField.Name?
    private let codingOfAPI: Coding
    /// The URL of the response, which is the base of relative URLs; `nil` for a request.
    var responseURL: String?

    init(_ text: String, _ key: any CodingKey, coding: Coding, responseURL: String? = nil) {
        self.init(text, followedBy: [], key, coding: coding, responseURL: responseURL)
    }

    /// Makes the text of a field; `nil` if the field is missing.
    init?(
        field name: HeaderField.Name, in header: HeaderFields, _ key: any CodingKey, coding: Coding,
        responseURL: String? = nil
    ) {
        // Nearly every field has one line, so the array usually stays empty.
        var first: String?
        var others: [String] = []
        for field in header where field.name == name {
            if first == nil { first = field.value } else { others.append(field.value) }
        }
        guard let first else { return nil }
        self.init(first, followedBy: others, key, in: name, coding: coding, responseURL: responseURL)
    }

    private init(
        _ first: String, followedBy others: [String], _ key: any CodingKey, isElement: Bool = false,
        in field: HeaderField.Name? = nil, coding: Coding, responseURL: String?
    ) {
        self.first = first
        self.others = others
        self.key = key
        self.isElement = isElement
        self.field = field
        codingOfAPI = coding
        self.responseURL = responseURL
    }

    /// The coding for the text's place.
    var coding: Coding { field.map { codingOfAPI.inField($0) } ?? codingOfAPI }

    /// The text if it has only one line; otherwise `nil`.
    var onlyLine: String? { others.isEmpty ? first : nil }

    var text: String { onlyLine ?? ([first] + others).joined(separator: ", ") }

    /// The decoder of the text, slower than ``frequentValue(_:from:)``.
    var decoder: TextDecoder<TextParameter> { TextDecoder(self, at: [key]) }

    /// Reads a value.
    ///
    /// - Throws: A `DecodingError` with the path; for a response, a ``MisfitText``.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let line = onlyLine, let value = Self.frequentValue(type, from: line) { return value }
        return try decoder.value(type)
    }

    /// Returns a value of a frequent type, without a decoder; `nil` for other types, and for invalid text.
    static func frequentValue<Value>(_ type: Value.Type, from text: String) -> Value? {
        if type == String.self { return text.exactly(type) }
        if type == String?.self { return String?.some(text).exactly(type) }
        if type == Int.self { return Int(text).flatMap { $0.exactly(type) } }
        return nil
    }
}

extension TextParameter: TextSource {
    // A missing value has no text, so a text is never `nil`.
    var isNil: Bool { false }

    func text(as type: Any.Type) -> String { text }

    func bool() throws(KeyValueDecodingError) -> Bool {
        if responseURL != nil {
            switch text.lowercased() {
            case "true", "?1": return true
            case "false", "?0": return false
            default: break
            }
        }
        return try ScalarText.bool(text, isLenient: coding.lenientBooleans)
    }

    func date(at path: [any CodingKey]) throws -> Date {
        do {
            return try ScalarText.date(text, coding, at: path)
        } catch {
            guard responseURL != nil, let date = HTTPDate.date(of: text) ?? ISO8601.date(of: text) else { throw error }
            return date
        }
    }

    func url() throws(KeyValueDecodingError) -> URL {
        guard let responseURL else { return try ScalarText.url(text) }
        guard !text.isEmpty else { throw .mismatch(URL.self) }
        return try ScalarText.url(text, relativeTo: URL(string: responseURL)).absoluteURL
    }

    func elements() throws(KeyValueDecodingError) -> [TextParameter] {
        if isElement { throw .mismatch([Any].self) }
        return ([first] + others).flatMap(HeaderListElement.all).map {
            TextParameter($0, followedBy: [], key, isElement: true, coding: coding, responseURL: responseURL)
        }
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type, at path: [any CodingKey]
    ) throws(KeyValueDecodingError) -> KeyedDecodingContainer<Key> {
        throw .mismatch([String: Any].self)
    }

    func located(_ error: any Error, as type: Any.Type, at path: [any CodingKey]) -> any Error {
        let problem = error as? KeyValueDecodingError
        guard responseURL != nil else { return problem?.decodingError(at: path) ?? error }
        if case .missing? = problem { return MisfitText(problem: "has too few elements") }
        // For example, an enum has no case with this raw value.
        guard problem != nil || error is DecodingError else { return error }
        switch type {
        case is [Any].Type where isElement: return MisfitText(problem: "can't be decoded as a list of lists")
        case is [String: Any].Type: return MisfitText(problem: "is not an object")
        default: return MisfitText(problem: "can't be decoded as \(type)")
        }
    }
}

/// A text in a response that can't be parsed as the declared type.
struct MisfitText: Error {
    /// The problem, as a clause whose subject is the text: `is not Int`.
    let problem: String
}
