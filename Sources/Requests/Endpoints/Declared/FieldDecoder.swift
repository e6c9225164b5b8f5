import Foundation

/// Decodes the value of a field, a cookie or a status from its text.
///
/// It reads numbers, booleans and what is made of them, text, URLs, and arrays from the lines of a field and the commas in them
/// (RFC 9110, section 5.6.1). Dates and data are read by the styles of the API, and dates as HTTP and ISO 8601 write them, too:
/// servers rarely have the style of their bodies in their fields.
struct FieldDecoder: Decoder {
    let lines: [String]
    /// What the text is, for errors: `the header field ETag`.
    let name: String
    /// What a relative URL is relative to.
    let url: String
    /// The styles of the place.
    let coding: Coding

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw problem("an object")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        FieldElements(decoder: self, elements: lines.flatMap(Self.elements))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { FieldText(decoder: self) }

    func problem(_ type: String) -> any Error {
        RequestError<Never>(code: .decodingFailed, message: "\(name) of the answer is not \(type)")
    }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Nothing at all would be a value of an optional.
        if let value = try known(type), let value = value as? Value { return value }
        do {
            return try Value(from: self)
        } catch is DecodingError {
            // Such as an enum without a case of this raw value.
            throw problem("\(type)")
        }
    }

    /// A value of a type that Foundation would read in another way; `nil` for other types.
    private func known(_ type: Any.Type) throws -> Any? {
        do {
            return switch type {
            case is Date.Type: try date()
            case is URL.Type: try ScalarText.url(neededText(), relativeTo: URL(string: url)).absoluteURL
            case is Data.Type: try coding.data(of: text)
            case is Decimal.Type: try ScalarText.decimal(text)
            case is UUID.Type: try ScalarText.uuid(text)
            default: nil
            }
        } catch {
            throw problem("\(type)")
        }
    }

    fileprivate var text: String { lines.joined(separator: ", ") }

    private func neededText() throws(KeyValueProblem) -> String {
        guard !text.isEmpty else { throw .mismatch(URL.self) }
        return text
    }

    private func date() throws -> Date {
        do {
            return try coding.date(of: text)
        } catch {
            guard let date = HTTPDate.date(of: text) ?? ISO8601.date(of: text) else { throw error }
            return date
        }
    }

    fileprivate func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        do throws(KeyValueProblem) {
            return try ScalarText.integer(text, as: type)
        } catch {
            throw problem("\(type)")
        }
    }

    fileprivate func float<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        do throws(KeyValueProblem) {
            return try ScalarText.float(text, as: type)
        } catch {
            throw problem("\(type)")
        }
    }

    /// The elements of a list, whose commas may also stand in quotes.
    private static func elements(of line: String) -> [String] {
        var elements: [String] = []
        var rest = Array(line.utf8)[...]
        repeat {
            elements.append(String(decoding: ListElement.take(from: &rest), as: UTF8.self))
        } while rest.popFirst() != nil
        return elements.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

/// The text of a field as one value.
private struct FieldText: SingleValueDecodingContainer {
    let decoder: FieldDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: String.Type) throws -> String { decoder.text }
    func decode(_ type: Double.Type) throws -> Double { try decoder.float(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.float(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(type) }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch decoder.text.lowercased() {
        case "true", "1", "?1": true
        case "false", "0", "?0": false
        default: throw decoder.problem("Bool")
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}

/// The elements of a field that is a list.
private struct FieldElements: UnkeyedDecodingContainer {
    let decoder: FieldDecoder
    let elements: [String]
    private(set) var currentIndex = 0

    init(decoder: FieldDecoder, elements: [String]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().value(type)
    }

    private mutating func next() throws -> FieldDecoder {
        guard !isAtEnd else { throw decoder.problem("as long as is needed") }
        defer { currentIndex += 1 }
        return FieldDecoder(
            lines: [elements[currentIndex]], name: decoder.name, url: decoder.url, coding: decoder.coding)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw decoder.problem("a list of objects")
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw decoder.problem("a list of lists")
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
}
