import Foundation
import Requests
import Testing

/// A property with the name of the test that is running.
private struct OneProperty: Codable, Equatable {
    @TaskLocal static var name = ""

    /// A key that exists only for this property, as in a synthesized type.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            guard stringValue == OneProperty.name else { return nil }
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
        init() { stringValue = OneProperty.name }
    }

    var value: Int?

    init(value: Int?) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: Key())
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(value, forKey: Key())
    }
}

/// A type in which such properties are required, in lists and in other values.
private struct Nested: Codable, Equatable {
    struct Inner: Codable, Equatable {
        var value: [String: [OneProperty]]
    }

    var inner: Inner?
    var list: [OneProperty]
}

@Suite("Names of properties") struct PropertyNameTests {
    static let names = [
        "userID", "userId", "URL", "iOS", "X", "x", "ABC", "Capital", "already_snake", "line_1", "line1", "mixed_Case",
        "_Foo", "_foo", "__v", "foo_", "foo__", "_", "__", "myJSON2XML", "avatarURL", "avatarUrl", "downloadURLs", "a1",
        "a1b2", "isABTest", "aBC", "aB", "AB", "Ab", "i", "id", "ID", "Id", "iD", "e2e", "sha256", "SHA256", "sha_256",
        "md5Hash", "MD5Hash", "oAuth2Token", "OAuth2Token", "x509", "ipV4", "IPv4Address", "http2", "HTTP2Settings",
        "lat1", "1st", "2FA", "naïve", "größe", "Größe", "ÀLaCarte", "日本語", "日本Name", "имя", "имяПользователя",
        "emoji😀",
        "kebab-case", "dotted.name", "with space", "$ref", "@type", "#text", "quote\"d", "back\\slash", "slash/ed",
        "aVeryLongPropertyNameThatIsStillReadableInTheJSONOfAnAPI", "snake_Case_URL", "double__Under", "trailing1_",
    ]

    static let styles: [(name: String, coding: Coding)] = [
        ("verbatim", .standard), ("snakeCase", .snakeCase),
        (
            "kebab",
            Coding(
                keys: .custom(
                    encode: { Coding.KeyStyle.snakeCase.wireName(of: $0).replacing("_", with: "-") },
                    decode: { Coding.KeyStyle.snakeCase.propertyName(of: $0.replacing("-", with: "_")) }))
        ),
        (
            "Pascal",
            Coding(
                keys: .custom(
                    encode: { $0.prefix(1).uppercased() + $0.dropFirst() },
                    decode: { $0.prefix(1).lowercased() + $0.dropFirst() }))
        ),
        // These two functions aren't inverses of each other.
        ("prefixed", Coding(keys: .custom(encode: { "x-" + $0 }, decode: { $0 }))),
    ]

    @Test(arguments: styles.indices)
    func `a property in JSON is found by the name with which it is written`(style: Int) throws {
        let (style, coding) = Self.styles[style]
        for name in Self.names {
            try OneProperty.$name.withValue(name) { () throws in
                let data = try coding.jsonData(from: OneProperty(value: 7))
                let wireName = try #require(JSONValue(parsing: data).object?.first?.key)
                #expect(wireName == coding.keys.wireName(of: name))
                #expect(
                    try coding.value(OneProperty.self, fromJSON: data) == OneProperty(value: 7), "\(style): \(name)")
                let nested = Nested(
                    inner: Nested.Inner(value: ["some Key_x": [OneProperty(value: 1)]]), list: [OneProperty(value: 2)])
                let nestedData = try coding.jsonData(from: nested)
                #expect(try coding.value(Nested.self, fromJSON: nestedData) == nested, "\(style): \(name)")
            }
        }
    }

    @Test(arguments: styles.indices)
    func `a property in a form is found by the name with which it is written`(style: Int) throws {
        let (style, coding) = Self.styles[style]
        for name in Self.names {
            try OneProperty.$name.withValue(name) { () throws in
                guard let data = try? coding.formData(from: OneProperty(value: 7)) else {
                    // A form can't have some of these names.
                    #expect(name.contains("[") || coding.keys.wireName(of: name).isEmpty, "\(style): \(name)")
                    return
                }
                #expect(
                    try coding.value(OneProperty.self, fromForm: data) == OneProperty(value: 7), "\(style): \(name)")
            }
        }
    }

    @Test(arguments: [
        ("avatarUrl", "avatarUrl"), ("userName", "User_Name"), ("userName", "user__name"), ("userName", "USER_NAME"),
        ("line1", "line_1"), ("_id", "_id"), ("id_", "id_"), ("__v", "__v"), ("_fooBar", "_foo_bar"), ("aBC", "a_b_c"),
        ("user", "user"), ("User", "User"),
    ])
    func `a name that Foundation's strategy finds is found`(property: String, name: String) throws {
        try OneProperty.$name.withValue(property) { () throws in
            let data = Data(#"{"\#(name)":7}"#.utf8)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            #expect(try decoder.decode(OneProperty.self, from: data).value == 7)
            #expect(try Coding.snakeCase.value(OneProperty.self, fromJSON: data).value == 7)
        }
    }

    @Test func `the written name of a property takes precedence over other names that are read as it`() throws {
        let json = Data(#"{"line_1":1,"line1":2,"userName":3,"user_name":4}"#.utf8)
        for (name, value) in [("line1", 2), ("line_1", 1), ("userName", 4)] {
            try OneProperty.$name.withValue(name) { () throws in
                #expect(try Coding.snakeCase.value(OneProperty.self, fromJSON: json).value == value)
            }
        }
    }

    private struct Acronyms: Codable, Equatable {
        var userID: Int?
        var avatarURL: URL?
        var URL: String?
        var iOS: Bool?
        var X: Double?
        var ABC: Int8?
        var Capital: Date?
        var already_snake: Decimal?
        var line_1: UUID?
        var mixed_Case: [String]?
        var _Foo: [String: Int]?
        var myJSON2XML: Data?
        var id64: Int64?
    }

    @Test func `each type of a synthesized property comes back`() throws {
        let id = UUID()
        let value = Acronyms(
            userID: 1, avatarURL: Foundation.URL(string: "https://a.example/u"), URL: "u", iOS: true, X: 0.5, ABC: -3,
            Capital: Date(timeIntervalSince1970: 5), already_snake: 1.25, line_1: id, mixed_Case: ["a"],
            _Foo: ["userID": 1, "user_id": 2], myJSON2XML: Data([1, 2]), id64: .max)
        for coding in [Coding.snakeCase, Coding(keys: .snakeCase, integers: .text)] {
            let data = try coding.jsonData(from: value)
            #expect(try coding.value(Acronyms.self, fromJSON: data) == value)
            #expect(try coding.value(Acronyms.self, fromJSON: Data("{}".utf8)) == Acronyms())
        }
    }

    private enum Weekday: String, Codable, CodingKeyRepresentable { case firstDay, secondDay }

    @Test func `the keys of a dictionary are not converted`() throws {
        let value: [Weekday: [String: Int]] = [.firstDay: ["someKey": 1], .secondDay: ["other_key": 2]]
        for coding in [Coding.snakeCase, Coding(keys: .snakeCase, integers: .text)] {
            let data = try coding.jsonData(from: value)
            #expect(String(decoding: data, as: UTF8.self) == #"{"firstDay":{"someKey":1},"secondDay":{"other_key":2}}"#)
            #expect(try coding.value([Weekday: [String: Int]].self, fromJSON: data) == value)
        }
    }

    @Test func `the path of an error has the names on the wire`() throws {
        struct Outer: Decodable {
            struct Inner: Decodable { var userID: Int }
            var innerValues: [Inner]
        }
        let json = Data(#"{"inner_values":[{"user_id":1},{"user_id":"x"}]}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try Coding.snakeCase.value(Outer.self, fromJSON: json) }
        guard case .typeMismatch(_, let context) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(
            context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == [
                "inner_values", "1", "user_id",
            ])
    }
}
