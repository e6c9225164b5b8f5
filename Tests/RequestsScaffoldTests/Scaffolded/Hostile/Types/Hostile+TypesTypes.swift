import Foundation

extension Hostile {
    struct A: Codable, Hashable, Sendable {
        var x: String?
    }

    struct A2: Codable, Hashable, Sendable {
        var x: String?
    }

    struct IndirectValue: Codable, Hashable, Sendable {
        var selfValue: Indirect<IndirectValue>?
        var value: String?

        enum CodingKeys: String, CodingKey {
            case selfValue = "self"
            case value
        }
    }

    struct IntValue: Codable, Hashable, Sendable {
        var codable: String?
        var indirect: IndirectValue?
    }

    struct JSONValueValue: Codable, Hashable, Sendable {
        var url: String?
        var data: Data?
        var uuid: UUID?
    }

    struct SelfValue: Codable, Hashable, Sendable {
        var int: SelfValueInt?
        var values: SelfValueValues?
    }

    struct SelfValueInt: RawRepresentable, Codable, Hashable, Sendable {
        static let value1 = Self(rawValue: 1)
        static let minus1 = Self(rawValue: -1)
        static let value2 = Self(rawValue: 2)

        let rawValue: Int
    }

    // Not scaffolded: a value with more than 60 characters.
    struct SelfValueValues: RawRepresentable, Codable, Hashable, Sendable {
        static let selfValue = Self(rawValue: "self")
        static let type = Self(rawValue: "Type")
        static let initValue = Self(rawValue: "init")
        static let value1 = Self(rawValue: "1")
        static let minus1 = Self(rawValue: "-1")
        static let value = Self(rawValue: "")
        static let aB = Self(rawValue: "a b")
        static let aB2 = Self(rawValue: "A B")
        static let ab3 = Self(rawValue: "ab")
        static let ab4 = Self(rawValue: "AB")
        static let value2 = Self(rawValue: "\"")
        static let value3 = Self(rawValue: "\\")
        static let value4 = Self(rawValue: "\u{A}")
        static let value5 = Self(rawValue: "*/")
        static let none = Self(rawValue: "none")
        static let some = Self(rawValue: "some")
        static let rawValue2 = Self(rawValue: "rawValue")
        static let allCases2 = Self(rawValue: "allCases")
        static let `default` = Self(rawValue: "default")
        static let hash = Self(rawValue: "hash")
        static let e = Self(rawValue: "é")
        static let value6 = Self(rawValue: "名前")
        static let value7 = Self(rawValue: "😀")

        let rawValue: String
    }

    struct StringValue: Codable, Hashable, Sendable {
        var string: StringValueString?
        var date: Date?
    }

    // Not scaffolded: a value with more than 60 characters.
    struct StringValueString: RawRepresentable, Codable, Hashable, Sendable {
        static let selfValue = Self(rawValue: "self")
        static let type = Self(rawValue: "Type")
        static let initValue = Self(rawValue: "init")
        static let value1 = Self(rawValue: "1")
        static let minus1 = Self(rawValue: "-1")
        static let value = Self(rawValue: "")
        static let aB = Self(rawValue: "a b")
        static let aB2 = Self(rawValue: "A B")
        static let ab3 = Self(rawValue: "ab")
        static let ab4 = Self(rawValue: "AB")
        static let value2 = Self(rawValue: "\"")
        static let value3 = Self(rawValue: "\\")
        static let value4 = Self(rawValue: "\u{A}")
        static let value5 = Self(rawValue: "*/")
        static let none = Self(rawValue: "none")
        static let some = Self(rawValue: "some")
        static let rawValue2 = Self(rawValue: "rawValue")
        static let allCases2 = Self(rawValue: "allCases")
        static let `default` = Self(rawValue: "default")
        static let hash = Self(rawValue: "hash")
        static let e = Self(rawValue: "é")
        static let value6 = Self(rawValue: "名前")
        static let value7 = Self(rawValue: "😀")

        let rawValue: String
    }
}
