import Foundation
import Requests

extension ValueKind {
    private enum Text: String, Codable, CaseIterable, Sendable { case plain, twoWords = "two words", empty = "" }
    private enum Number: Int, Codable, CaseIterable, Sendable { case minus = -1, zero, one }
    private enum Shape: Codable, Equatable, Sendable {
        case square(sideLength: Int)
        case named(String)
    }
    private enum TextKey: String, Codable, Hashable, Sendable { case someKey, otherKey }
    private enum NamedKey: String, Codable, CodingKeyRepresentable, Hashable, Sendable { case someKey, other_key }
    private struct Identifier: Codable, Equatable, RawRepresentable, Sendable { var rawValue: String }

    private struct Inner: Codable, Equatable, Sendable {
        var userID: Int
        var isNew: Bool
        var name: String?
        var tags: [String]
        var at: Date
    }

    private struct Generic<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        var first: Value
        var second: Value?
    }

    private class Base: Codable, Equatable, @unchecked Sendable {
        var baseID: Int

        init(baseID: Int) { self.baseID = baseID }

        static func == (first: Base, second: Base) -> Bool { first.isEqual(to: second) }
        func isEqual(to other: Base) -> Bool { baseID == other.baseID }
    }

    private final class Derived: Base, @unchecked Sendable {
        var nameURL: String

        init(baseID: Int, nameURL: String) {
            self.nameURL = nameURL
            super.init(baseID: baseID)
        }

        private enum CodingKeys: CodingKey { case nameURL }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            nameURL = try container.decode(String.self, forKey: .nameURL)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(nameURL, forKey: .nameURL)
            try super.encode(to: container.superEncoder())
        }

        override func isEqual(to other: Base) -> Bool {
            super.isEqual(to: other) && nameURL == (other as? Derived)?.nameURL
        }
    }

    @propertyWrapper private struct Clamped: Codable, Equatable, Sendable {
        var wrappedValue: Int

        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }

    private struct Wrapped: Codable, Equatable, Sendable { @Clamped var limit: Int }

    private static let texts = [
        "plain", "", " ", "a b", " padded ", "a+b", "a&b=c", "a%20b", "%", "a/b", "..", ".", "a,b", ",", "a;b", "a#b?c",
        "[a]",
        "a.b", "\"quoted\"", "back\\slash", "tab\there", "line\nbreak", "line\r\nbreak", "\u{0}nul", "null", "true",
        "1",
        "1e3", "naïve", "日本語", "🙂👩‍👩‍👧", "e\u{301}", "\u{FEFF}mark", "\u{202E}right", "<a>&amp;</a>", "{\"a\":1}",
        String(repeating: "long ", count: 2_000),
    ]

    private static let moments = [
        0, 1_714_564_800, 1_714_564_800.25, 1_714_564_800.123, -1.5, -62_135_596_800, 253_402_300_799,
        1_795_751_178.3428,
    ].map { Date(timeIntervalSince1970: $0) }

    private static let inner = Inner(
        userID: 7, isNew: true, name: "Ada", tags: ["a", "b"], at: Date(timeIntervalSince1970: 1_714_564_800))

    @Sendable private static func isNear(_ first: Date, _ second: Date, _ style: ValueStyle) -> Bool {
        abs(first.timeIntervalSince(second)) <= style.precision / 2 + 1e-6
    }

    package static let all: [ValueKind] = integers + scalars + compounds

    private static let integers = [
        ValueKind("Int", [0, 1, -1, .max, .min]), ValueKind("Int8", [Int8.min, 0, .max]),
        ValueKind("Int16", [Int16.min, .max]), ValueKind("Int32", [Int32.min, .max]),
        ValueKind("Int64", [Int64.min, 9_007_199_254_740_993, .max]), ValueKind("Int128", [Int128.min, 0, .max]),
        ValueKind("UInt", [UInt.min, .max]), ValueKind("UInt8", [UInt8.min, .max]),
        ValueKind("UInt16", [UInt16.max]), ValueKind("UInt32", [UInt32.max]), ValueKind("UInt64", [UInt64.max]),
        ValueKind("UInt128", [UInt128.max]),
    ]

    private static let scalars = [
        ValueKind("Double", [0, -0.5, 0.1, 1e300, .leastNonzeroMagnitude, 1.7976931348623157e308, 3.0000000000000004]),
        ValueKind("Double, not finite", [Double.infinity, -.infinity]),
        ValueKind("Float", [Float(0.1), -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude]),
        ValueKind(
            "Decimal",
            [
                Decimal(string: "0.1"), Decimal(string: "-12.50"), Decimal(string: "12345678901234567890.123456789"),
                Decimal(string: "1e-20"),
            ].compactMap(\.self)),
        ValueKind("Bool", [true, false]), ValueKind("String", texts),
        ValueKind("UUID", [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 171, 172, 205, 206, 239, 254))]),
        ValueKind("URL", ["https://a.example/b?c=d&e=f#g", "mailto:ada@a.example"].compactMap { URL(string: $0) }),
        // In the head of a response, a relative URL is resolved against the response's URL.
        ValueKind("relative URL", ["/path", "a%20b"].compactMap { URL(string: $0) }) { first, second, _ in
            second == first || second.host() == "values.example" && second.path().hasSuffix(first.relativeString)
        },
        ValueKind("Data", [Data(), Data([0]), Data([0xFB, 0xFF, 0xFE]), Data(0...255)]),
        ValueKind("Date", moments, isEqual: isNear), ValueKind("enum of texts", Text.allCases),
        ValueKind("enum of numbers", Number.allCases), ValueKind("identifier", [Identifier(rawValue: "a/b")]),
    ]

    private static let compounds = [
        optional("Int?", [nil, 1]), optional("String?", [nil, "", "a"]), optional("Bool?", [nil, true]),
        optional("Date?", [nil] + moments) { first, second, style in
            guard let first, let second else { return first == second }
            return isNear(first, second, style)
        },
        optional("UUID?", [nil, UUID()]), optional("[Int]?", [nil, [], [1]]), optional("nested?", [nil, inner]),
        optional("[String: Int]?", [nil, [:], ["a": 1]]),
        ValueKind("enum with values", [Shape.square(sideLength: 2), .named("a")]),
        ValueKind("[Int]", [[], [1], [1, 2, 3]]), ValueKind("[String]", [[], [""], ["a", "b,c"], ["a", ""]]),
        ValueKind("[Int?]", [[1, nil, 2]]), ValueKind("[[Int]]", [[[1, 2], [3]], [[]]]),
        ValueKind("Set<Int>", [Set<Int>(), [1], [3, 1, 2]]), ValueKind("Set<String>", [["b", "a"] as Set<String>]),
        ValueKind("[Date]", [moments]) { first, second, style in
            first.count == second.count && zip(first, second).allSatisfy { isNear($0, $1, style) }
        },
        ValueKind("[nested]", [[inner, inner], []]),
        ValueKind("[String: Int]", [[:], ["userID": 1, "user_id": 2, "a b": 3], ["": 1]]),
        ValueKind("[Int: String]", [[1: "a", -2: "b"]]),
        ValueKind("[enum: Int]", [[TextKey.someKey: 1, .otherKey: 2]]),
        ValueKind("[named enum: Int]", [[NamedKey.someKey: 1, .other_key: 2]]),
        ValueKind("[String: nested]", [["a": inner]]), ValueKind("nested", [inner]),
        ValueKind("generic", [Generic(first: 1, second: nil), Generic(first: 1, second: 2)]),
        ValueKind("generic of texts", [Generic(first: "a", second: "b c")]),
        ValueKind("class", [Base(baseID: 1)]), ValueKind("derived class", [Derived(baseID: 1, nameURL: "u")]),
        ValueKind("property wrapper", [Wrapped(limit: 3)]),
        ValueKind(
            "JSONValue", [["a": [1.10, "x", true, .null]] as JSONValue, ["a": 1], ["a": "x"], "x", .null, 7],
            except: ["plain form"]),
    ]
}
