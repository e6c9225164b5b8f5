import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@testable import RequestsCore

struct SnakeCaseTests {
    /// A value with one property, whose name comes from a row.
    private struct Named: Encodable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: Key(stringValue: name))
        }
    }

    /// Returns the name that Foundation makes of a name.
    private static func foundationName(_ name: String) throws -> String? {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try encoder.encode(Named(name: name))
        return try JSONDecoder().decode([String: Int].self, from: data).keys.first
    }

    @Test(arguments: [
        ("oneTwoThree", "one_two_three"), ("userID", "user_id"), ("myURLProperty", "my_url_property"),
        ("_leading", "_leading"),
        ("trailing__", "trailing__"), ("aB1C", "a_b1c"), ("ALLCAPS", "a_llcaps"), ("", ""),
        ("already_snake", "already_snake"),
        ("URLs", "u_r_ls"), ("_Leading", "__leading"), ("a_B", "a__b"), ("a__B", "a___b"), ("A", "a"),
        ("x1Y2z", "x1_y_2z"),
        ("isHTTPSOn", "is_https_on"), ("éÉa", "é_éa"), ("aÉ", "a_é"), ("aE\u{301}b", "a_e\u{301}b"),
        ("straßE", "straß_e"),
        ("a日本B", "a日本_b"), ("aⒶb", "aⓐb"), ("aǅb", "a_ǆb"), ("aİb", "a_i̇b"), ("1A", "1_a"), ("$", "$"), ("a-B", "a-_b"),
        ("a\r\nB", "a\r\n_b"), ("\r\nB", "\r\n_b"), ("\u{605}A\u{605}Ab", "\u{605}a\u{605}_ab"),
    ])
    func `a name is converted like JSONEncoder does`(name: String, expected: String) throws {
        #expect(SnakeCase.snakeCase(name) == expected)
        #expect(try Self.foundationName(name) == expected, "Foundation")
    }

    @Test(arguments: ["", "_", "___"])
    func `a name of only underscores is read unchanged, as by JSONDecoder`(name: String) throws {
        #expect(SnakeCase.camelCase(name) == name)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Names: Decodable {
            let names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: WireKey.self).allKeys.map(\.stringValue)
            }
        }
        #expect(try decoder.decode(Names.self, from: Data("{\"\(name)\":1}".utf8)).names == [name])
    }

    @Test func `generated names are converted like JSONEncoder does`() throws {
        let letters: [Character] = [
            "a", "b", "z", "A", "B", "Z", "_", "1", "é", "É", "ß", "日", "Ⓐ", "ǅ", "-", "e\u{301}", "E\u{301}", "@", "[",
            "`", "{", "\r\n", "\u{0}", "\u{605}",
        ]
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...9, using: &generator)
            let name = String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
            #expect(try SnakeCase.snakeCase(name) == Self.foundationName(name), "\(name)")
        }
    }

    @Test func `a header field has the words of the snake-case name`() {
        let letters: [Character] = ["a", "b", "z", "A", "B", "Z", "1", "é"]
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<1_000 {
            let count = Int.random(in: 0...9, using: &generator)
            let name = "x" + (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }
            let words = SnakeCase.snakeCase(name).split(separator: "_")
            let expected = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
            #expect(WrapperName.field(name).rawValue == expected, "\(name)")
        }
        for name in ["{a", "`a"] { #expect(WrapperName.field(name).rawValue == name) }
    }

    @Test func `queries and bodies use the same names`() throws {
        for name in ["userID", "myURLProperty", "_Leading", "ALLCAPS"] {
            let query = try queryText(QueryItem(contentsOf: Property(name: name)), coding: .snakeCase)
            let json = try Coding.snakeCase.jsonData(from: Property(name: name))
            #expect(String(decoding: json, as: UTF8.self) == "{\"\(query.dropLast(2))\":1}")
        }
    }

    private struct Property: Encodable, Sendable {
        var name: String
        func encode(to encoder: any Encoder) throws { try Named(name: name).encode(to: encoder) }
    }
}
