import Foundation
import Requests

/// The text of a value outside the body: of a placeholder, a header field, a cookie, or a status.
///
/// It reads texts, numbers, booleans, dates, data, URLs and raw values. It reads arrays from the lines of a field and from their
/// comma-separated lists (RFC 9110, section 5.6.1). The styles of the API apply in both directions.
///
/// A response may also have dates in the formats of HTTP and ISO 8601, booleans as structured fields write them, and relative
/// URLs, because other servers send them.
struct TextParameterDecoder: Decoder {
    /// The text; if a field came several times, its first line.
    private let first: String
    /// The other lines.
    private let others: [String]
    /// The property, for errors.
    private let key: any CodingKey
    /// The index of the element; `nil` for a text that is not an element of a list.
    private let index: Int?
    /// The styles of the place.
    let coding: Coding
    /// The URL of the response with the text, which is the base of relative URLs; `nil` for a request.
    var responseURL: String?

    init(_ text: String, _ key: any CodingKey, coding: Coding, responseURL: String? = nil) {
        self.init(text, followedBy: [], key, coding: coding, responseURL: responseURL)
    }

    /// Makes the text of a field; `nil` if there is no such field.
    init?(
        field name: HeaderField.Name, in header: HeaderFields, _ key: any CodingKey, coding: Coding,
        responseURL: String? = nil
    ) {
        // Nearly every field has one line, which needs no array.
        var first: String?
        var others: [String] = []
        for field in header where field.name == name {
            if first == nil { first = field.value } else { others.append(field.value) }
        }
        guard let first else { return nil }
        self.init(first, followedBy: others, key, coding: coding.inField(name), responseURL: responseURL)
    }

    init(element: String, _ index: Int, of list: TextParameterDecoder) {
        self.init(element, followedBy: [], list.key, index, coding: list.coding, responseURL: list.responseURL)
    }

    private init(
        _ first: String, followedBy others: [String], _ key: any CodingKey, _ index: Int? = nil, coding: Coding,
        responseURL: String?
    ) {
        self.first = first
        self.others = others
        self.key = key
        self.index = index
        self.coding = coding
        self.responseURL = responseURL
    }

    var codingPath: [any CodingKey] {
        index.map { [key, WireKey(String($0), intValue: $0)] } ?? [key]
    }

    /// The text if it is one line.
    var onlyLine: String? { others.isEmpty ? first : nil }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw misfit(.mismatch([String: Any].self), "an object")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if index != nil { throw misfit(.mismatch([Any].self), "a list of lists") }
        return TextParameterUnkeyedDecodingContainer(
            list: self, elements: ([first] + others).flatMap(HeaderListElement.all))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TextParameterSingleValueDecodingContainer(decoder: self)
    }

    /// Reads a value.
    ///
    /// - Throws: A `DecodingError` with the path; for a response, a ``MisfitText``.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let line = onlyLine, let value = Self.frequentValue(type, from: line) { return value }
        if let value = try known(type), let value = value as? Value { return value }
        do {
            return try Value(from: self)
        } catch let error as DecodingError {
            // For example, an enum has no case with this raw value.
            if responseURL == nil { throw error }
            throw MisfitText(name: "\(type)")
        }
    }

    /// Returns a value of one of the most frequent types, without a decoder; `nil` for another type, and if the text does not
    /// fit.
    static func frequentValue<Value>(_ type: Value.Type, from text: String) -> Value? {
        if type == String.self { return text.exactly(type) }
        if type == String?.self { return String?.some(text).exactly(type) }
        if type == Int.self { return Int(text).flatMap { $0.exactly(type) } }
        return nil
    }

    /// Returns whether Foundation would decode a type differently from the coding.
    static func isScalar(_ type: Any.Type) -> Bool {
        type == String.self || type == Date.self || type == Data.self || type == URL.self || type == UUID.self
            || type == Decimal.self
    }

    /// Reads a value of a type that Foundation would read differently; `nil` for other types.
    private func known(_ type: Any.Type) throws -> Any? {
        guard Self.isScalar(type) else { return nil }
        return try read(type) { () throws -> Any in
            switch type {
            case is String.Type: return text
            case is Date.Type: return try date()
            case is Data.Type: return try ScalarText.data(text, coding, at: codingPath)
            case is URL.Type: return try url()
            case is UUID.Type: return try ScalarText.uuid(text)
            default: return try ScalarText.decimal(number(type))
            }
        }
    }

    private func date() throws -> Date {
        do {
            return try ScalarText.date(text, coding, at: codingPath)
        } catch {
            guard responseURL != nil, let date = HTTPDate.date(of: text) ?? ISO8601.date(of: text) else { throw error }
            return date
        }
    }

    private func url() throws(KeyValueDecodingError) -> URL {
        guard let responseURL else { return try ScalarText.url(text) }
        guard !text.isEmpty else { throw .mismatch(URL.self) }
        return try ScalarText.url(text, relativeTo: URL(string: responseURL)).absoluteURL
    }
}

extension TextParameterDecoder {
    var text: String { onlyLine ?? ([first] + others).joined(separator: ", ") }

    func number(_ type: Any.Type) throws(KeyValueDecodingError) -> String {
        guard text.utf8.count <= ScalarText.numberLimit else { throw .mismatch(type) }
        return text
    }

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

    /// Reads a scalar, and turns a problem into an error of this text.
    func read<Value>(_ type: Any.Type, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let problem as KeyValueDecodingError {
            throw misfit(problem, "\(type)")
        } catch {
            if responseURL == nil { throw error }
            throw MisfitText(name: "\(type)")
        }
    }

    /// Returns the error for a text that is not a value of a type.
    func misfit(_ problem: KeyValueDecodingError, _ name: String) -> any Error {
        responseURL == nil ? problem.decodingError(at: codingPath) : MisfitText(name: name)
    }
}

/// A text of a response that is not a value of the declared type.
struct MisfitText: Error {
    /// The name of the type.
    let name: String
}
