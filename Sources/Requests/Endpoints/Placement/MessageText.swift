import Foundation

/// The text of a value outside the body: of a placeholder, a header field, a cookie, or a status.
///
/// It reads texts, numbers, booleans, dates, data, URLs and raw values. It reads arrays from the lines of a field and from their
/// comma-separated lists (RFC 9110, section 5.6.1). The styles of the API apply in both directions.
///
/// A response may also have dates in the formats of HTTP and ISO 8601, booleans as structured fields write them, and relative
/// URLs, because other servers send them.
struct MessageText: Decoder {
    /// The text; if a field came several times, its lines.
    let lines: [String]
    /// The property, for errors.
    let codingPath: [any CodingKey]
    /// The styles of the place.
    let coding: Coding
    /// The URL of the response with the text, which is the base of relative URLs; `nil` for a request.
    var responseURL: String?
    /// Indicates whether the text is an element of a list.
    private var isElement = false

    init(_ lines: [String], _ key: any CodingKey, coding: Coding, responseURL: String? = nil) {
        self.lines = lines
        self.codingPath = [key]
        self.coding = coding
        self.responseURL = responseURL
    }

    init(element: String, _ index: Int, of list: MessageText) {
        lines = [element]
        codingPath = list.codingPath + [WireKey(String(index), intValue: index)]
        coding = list.coding
        responseURL = list.responseURL
        isElement = true
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw misfit(.mismatch([String: Any].self), "an object")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if isElement { throw misfit(.mismatch([Any].self), "a list of lists") }
        return MessageTextUnkeyedDecodingContainer(list: self, elements: lines.flatMap(Self.elements))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        MessageTextSingleValueDecodingContainer(decoder: self)
    }

    /// Reads a value.
    ///
    /// - Throws: A `DecodingError` with the path; for a response, a ``MisfitText``.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if lines.count == 1, let value = Self.frequentValue(type, from: lines[0]) { return value }
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

extension MessageText {
    var text: String { lines.count == 1 ? lines[0] : lines.joined(separator: ", ") }

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
        return try ScalarText.bool(text, coding.booleanReading)
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

    /// Returns the elements of a list; commas inside quotes don't separate.
    private static func elements(of line: String) -> [String] {
        var elements: [String] = []
        var rest = Array(line.utf8)[...]
        repeat {
            elements.append(String(decoding: HeaderListElement.take(from: &rest), as: UTF8.self))
        } while rest.popFirst() != nil
        return elements.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

/// A text of a response that is not a value of the declared type.
struct MisfitText: Error {
    /// The name of the type.
    let name: String
}
