import Foundation

// Values of a program that are written: the other side must read the same values.
extension Fuzzing {
    /// Strings in some of the shapes that a form supports.
    private struct Texts: Codable, Equatable {
        struct Inner: Codable, Equatable { var innerText: String }

        var firstText: String
        var listOfTexts: [String]
        var inner: Inner
        var isTrue: Bool
    }

    /// Makes the coding that a byte selects.
    private static func coding(_ byte: UInt8) -> Coding {
        Coding(
            keys: byte & 1 == 0 ? .verbatim : .snakeCase, arrays: byte & 2 == 0 ? .repeated : .brackets,
            nesting: byte & 4 == 0 ? .brackets : .dots, booleans: byte & 8 == 0 ? .literal : .numeric,
            spacesAsPlus: byte & 16 != 0)
    }

    private static func texts(of input: Data) -> (Coding, Texts) {
        let parts = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let list = Array(parts.dropFirst())
        let value = Texts(
            firstText: parts.first ?? "", listOfTexts: list, inner: .init(innerText: parts.last ?? ""),
            isTrue: list.count.isMultiple(of: 2))
        return (coding(input.first ?? 0), value)
    }

    /// Writes a value with a coding, and checks that reading it gives the same value.
    private static func write(_ input: Data, as format: BodyFormat) {
        let (coding, value) = texts(of: input)
        var header = HeaderFields()
        let body = try? BodyProvider.encoded(value, as: format).body(addingTo: &header, coding: coding)
        guard case .data(let data)? = body else { return }
        let head = ResponseHead(status: .ok, header: header)
        guard let again = try? ResponseDecoder<Texts>.decoded(from: format).decode(head, data, coding: coding) else {
            // An empty list isn't written.
            return value.listOfTexts.isEmpty ? () : fail("not read again: \(value)", input)
        }
        if again != value { fail("changed: \(value), \(again)", input) }
    }

    @Sendable static func formValues(_ input: Data) { write(input, as: .form) }
    @Sendable static func multipartValues(_ input: Data) { write(input, as: .multipart) }

    /// A key whose name is only known at run time.
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A value with one property.
    private struct Property: Encodable {
        let key: Key

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(0, forKey: key)
        }
    }

    private static let snakeCaseEncoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }()

    /// Checks that forms and queries give a key the same name as Foundation's JSON does.
    @Sendable static func keys(_ text: Data) {
        let key = String(decoding: text, as: UTF8.self)
        guard let json = try? snakeCaseEncoder.encode(Property(key: Key(stringValue: key))),
            let names = try? JSONDecoder().decode([String: Int].self, from: json)
        else { return }
        if names.keys.first != SnakeCase.snakeCase(key) {
            fail("\(SnakeCase.snakeCase(key)) instead of \(names.keys)", text)
        }
    }
}
